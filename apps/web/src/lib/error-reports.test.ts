import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { startErrorReports } from './error-reports.ts';

afterEach(() => vi.unstubAllGlobals());

describe('error reports of the browser', () => {
  it('[SHELL-031] [SHELL-032] contain only bugs, once each and ten per page, and ignore an unreachable service', () => {
    const page = new EventTarget();
    const calls = vi.fn((_address: string, _options: RequestInit) => Promise.reject(new TypeError('Failed to fetch')));
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('location', { pathname: '/profiles/17/' });
    vi.stubGlobal('fetch', calls);
    startErrorReports('https://errors.test/reports');
    const fail = (error: unknown) => page.dispatchEvent(Object.assign(new Event('error'), { error }));
    const reject = (reason: unknown) => page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
    reject(new ApiError({ status: 404, message: 'Not found' }));
    reject(new DOMException('left', 'AbortError'));
    fail(null);
    expect(calls).not.toHaveBeenCalled();
    const defect = new TypeError('no card of ann@acme.test');
    fail(defect);
    reject(defect);
    expect(calls).toHaveBeenCalledOnce();
    const [address, options] = calls.mock.calls[0] ?? [];
    expect([address, options?.credentials, options?.referrerPolicy]).toEqual(['https://errors.test/reports', 'omit', 'no-referrer']);
    expect(JSON.parse(options?.body as string)).toMatchObject({
      source: 'browser',
      message: 'no card of [e-mail]',
      place: '/profiles/{}/',
    });
    for (let count = 0; count < 20; count += 1) fail(Object.assign(new Error('x'), { code: `E${count}` }));
    expect(calls).toHaveBeenCalledTimes(10);
  });
});
