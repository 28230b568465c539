import { afterEach, describe, expect, it, vi } from 'vitest';
import { withTexts } from './lazy-with-texts.ts';
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

  it('[SHELL-037] says what it has waited for', async () => {
    vi.useFakeTimers();
    // As the builder writes it; it never comes.
    const load = new Function('return new Promise(() => {}).then(() => import("./settings-1.js"))') as () => Promise<never>;
    const failed = loadChunk('settings', load)().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await failed).toMatchObject({ type: 'timeout', url: new URL('./settings-1.js', import.meta.url).href });
  });

  it('[SHELL-036] [SHELL-037] gives up parts of a screen as well', async () => {
    vi.useFakeTimers();
    const failed = withTexts(() => new Promise<never>(() => {}), [], 'dialog').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await failed).toMatchObject({ message: 'Loading chunk dialog failed', type: 'timeout' });
  });

  it('[SHELL-005] hands over what was loaded, and leaves errors of the code itself alone', async () => {
    await expect(loadChunk('a', () => Promise.resolve(7))()).resolves.toBe(7);
    await expect(loadChunk('a', () => Promise.reject(new RangeError('boom')))()).rejects.toThrow(RangeError);
  });
});
