import { expect, it } from 'vitest';
import { isComposing } from './is-composing.ts';

const key = (more: Partial<Pick<KeyboardEvent, 'isComposing' | 'keyCode'>>) => ({ isComposing: false, keyCode: 13, ...more });

it('detects keys of an input method, also in Safari', () => {
  expect(isComposing(key({}))).toBe(false);
  expect(isComposing(key({ isComposing: true }))).toBe(true);
  // Safari fires compositionend before this keydown.
  expect(isComposing(key({ keyCode: 229 }))).toBe(true);
});
