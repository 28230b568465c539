import { afterEach, describe, expect, it, vi } from 'vitest';
import { withTexts } from './lazy-with-texts.ts';
import { loadChunk } from './load-chunk.ts';

afterEach(() => vi.useRealTimers());

describe('loading code', () => {
  it('[SHELL-037] names the missing script and its origin', async () => {
    const load = loadChunk('settings', () =>
      Promise.reject(new TypeError('Failed to fetch dynamically imported module: http://h.test/assets/settings-1.js')),
    );
    await expect(load()).rejects.toMatchObject({
      message: 'Loading chunk settings failed',
      type: 'missing',
      url: 'http://h.test/assets/settings-1.js',
    });
  });

  it('[SHELL-038] names the missing stylesheet', async () => {
    const load = loadChunk('settings', () => Promise.reject(new Error('Unable to preload CSS for /assets/settings-1.css')));
    await expect(load()).rejects.toMatchObject({ message: 'Loading CSS chunk settings failed', url: '/assets/settings-1.css' });
  });

  it('[SHELL-036] times out after 120 seconds', async () => {
    vi.useFakeTimers();
    const load = loadChunk('settings', () => new Promise<never>(() => {}));
    const failed = load().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await failed).toMatchObject({ message: 'Loading chunk settings failed', type: 'timeout' });
  });

  it('[SHELL-037] names the script that timed out', async () => {
    vi.useFakeTimers();
    // Format of the bundler's output; the import never resolves.
    const load = new Function('return new Promise(() => {}).then(() => import("./settings-1.js"))') as () => Promise<never>;
    const failed = loadChunk('settings', load)().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await failed).toMatchObject({ type: 'timeout', url: new URL('./settings-1.js', import.meta.url).href });
  });

  it('[SHELL-036] [SHELL-037] times out for parts of a screen too', async () => {
    vi.useFakeTimers();
    const failed = withTexts(() => new Promise<never>(() => {}), [], 'dialog').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await failed).toMatchObject({ message: 'Loading chunk dialog failed', type: 'timeout' });
  });

  it('[SHELL-005] returns the module and rethrows errors of the code itself', async () => {
    await expect(loadChunk('a', () => Promise.resolve(7))()).resolves.toBe(7);
    await expect(loadChunk('a', () => Promise.reject(new RangeError('boom')))()).rejects.toThrow(RangeError);
  });
});
