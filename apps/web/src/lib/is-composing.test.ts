import { expect, it } from 'vitest';
import { isComposing } from './is-composing.ts';

const key = (more: Partial<Pick<KeyboardEvent, 'isComposing' | 'keyCode'>>) => ({ isComposing: false, keyCode: 13, ...more });

it('takes a key of an input method for what it is, in Safari too', () => {
  expect(isComposing(key({}))).toBe(false);
  expect(isComposing(key({ isComposing: true }))).toBe(true);
  // Safari: compositionend comes before this keydown.
  expect(isComposing(key({ keyCode: 229 }))).toBe(true);
});
