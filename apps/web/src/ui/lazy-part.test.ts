import { MantineProvider } from '@mantine/core';
import { createElement, type ReactNode, Suspense } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTexts } from '#lib/lazy-with-texts.ts';
import { lazyAside, lazyPart } from './lazy-part.tsx';

const Thing = () => createElement('p', {}, 'The part itself');
const reports: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('reportError', (error: unknown) => reports.push(error));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * Renders the part next to a field and waits until it has loaded or failed. Rejects with errors
 * outside the part.
 */
function drawn(part: ReactNode): Promise<string> {
  const field = createElement('input', { defaultValue: 'what was typed' });
  const page = createElement(MantineProvider, undefined, field, createElement(Suspense, { fallback: 'waiting' }, part));
  return new Promise((resolve, reject) => {
    let html = '';
    const sink = new Writable({
      write(chunk, _encoding, done) {
        html += String(chunk);
        done();
      },
    });
    sink.on('finish', () => resolve(html));
    const { pipe } = renderToPipeableStream(page, { onAllReady: () => pipe(sink), onError: reject });
  });
}

/** Format of the bundler's output. */
const neverComes = new Function('return new Promise(() => {}).then(() => import("./late-1.js"))') as () => Promise<{ Thing: typeof Thing }>;
const broken = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: http://h.test/assets/late-1.js'));

describe('a lazy part of a page', () => {
  it.each([
    ['does not come within 120 seconds', neverComes],
    ['is not there', broken],
  ])('[SHELL-036] [SHELL-037] reports in place that it %s, and offers a retry', async (_case, load) => {
    const html = drawn(createElement(lazyPart(load, 'Thing')));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await html).toContain('what was typed');
    expect(await html).toContain('role="alert"');
  });

  it('[SHELL-036] renders nothing for an optional part that fails', async () => {
    const html = drawn(createElement(lazyAside(neverComes, 'Thing')));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await html).toContain('what was typed');
    expect(await html).not.toContain('alert');
  });

  it('[SHELL-005] renders on the retry after a late load', async () => {
    // A browser loads a pending script only once. This one takes 130 seconds.
    const onItsWay = new Promise<{ Thing: typeof Thing }>((resolve) => setTimeout(() => resolve({ Thing }), 130_000));
    const load = () => onItsWay;
    const first = drawn(createElement(lazyPart(load, 'Thing')));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await first).toContain('role="alert"');
    const second = drawn(createElement(lazyPart(load, 'Thing')));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await second).toContain('The part itself');
  });

  it('[SHELL-037] reports the address of the failed script', async () => {
    const failed = withTexts(neverComes, [], 'Thing').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await failed).toMatchObject({ type: 'timeout', url: expect.stringMatching(/\/late-1\.js$/) });
  });
});
