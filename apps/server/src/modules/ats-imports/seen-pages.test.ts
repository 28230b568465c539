import { expect, it } from 'vitest';
import { isRepeated, noPages, rememberPage } from './seen-pages.ts';

/** Page at which an endless list is noticed, or undefined within the first `most` pages. */
function noticedAt(pageOf: (index: number) => string, most: number): number | undefined {
  let seen = noPages;
  for (let index = 0; index < most; index += 1) {
    if (isRepeated(seen, pageOf(index))) return index;
    seen = rememberPage(seen, pageOf(index));
  }
  return undefined;
}

it.each([1, 2, 19, 20, 21, 137, 1000])('notices a loop of %i pages', (length) => {
  const at = noticedAt((index) => `page ${index < 5 ? index : 5 + ((index - 5) % length)}`, 5000);
  expect(at).toBeGreaterThanOrEqual(length);
  expect(at).toBeLessThanOrEqual(4 * (length + 5));
});

it('accepts different pages, and remembers only a few', () => {
  expect(noticedAt((index) => `page ${index}`, 20_000)).toBeUndefined();
  let seen = noPages;
  for (let index = 0; index < 20_000; index += 1) seen = rememberPage(seen, `page ${index}`);
  expect(JSON.stringify(seen).length).toBeLessThan(500);
});

it('accepts empty pages', () => {
  expect(isRepeated(rememberPage(noPages, undefined), undefined)).toBe(false);
});
