import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadChunk } from './load-chunk.ts';

afterEach(() => vi.useRealTimers());

describe('parts of the program', () => {
  it('[SHELL-037] says which script did not arrive, and from where', async () => {
    const load = loadChunk('settings', () =>
      Promise.reject(new TypeError('Failed to fetch dynamically imported module: http://h.test/assets/settings-1.js')),
    );
    await expect(load()).rejects.toMatchObject({
      message: 'Loading chunk settings failed',
      type: 'missing',
      url: 'http://h.test/assets/settings-1.js',
    });
  });

  it('[SHELL-038] says which style did not arrive', async () => {
    const load = loadChunk('settings', () => Promise.reject(new Error('Unable to preload CSS for /assets/settings-1.css')));
    await expect(load()).rejects.toMatchObject({ message: 'Loading CSS chunk settings failed', url: '/assets/settings-1.css' });
  });

  it('[SHELL-036] gives up after 120 seconds', async () => {
    vi.useFakeTimers();
    const load = loadChunk('settings', () => new Promise<never>(() => {}));
    const failed = load().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await failed).toMatchObject({ message: 'Loading chunk settings failed', type: 'timeout' });
  });

  it('[SHELL-005] hands over what was loaded, and leaves errors of the code itself alone', async () => {
    await expect(loadChunk('a', () => Promise.resolve(7))()).resolves.toBe(7);
    await expect(loadChunk('a', () => Promise.reject(new RangeError('boom')))()).rejects.toThrow(RangeError);
  });
});
