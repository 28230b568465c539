import { describe, expect, it } from 'vitest';
import { passesEscape } from './escape.ts';

function press(key: string, { taken = false, isComposing = false } = {}) {
  let prevented = false;
  const event = { key, isComposing, preventDefault: () => (prevented = true) } as unknown as KeyboardEvent;
  const isDone = passesEscape(event, () => taken);
  return { isDone, prevented };
}

describe('Escape in an editor', () => {
  it('[SHELL-023] passes to the dialog unless the editor uses it', () => {
    expect(press('Escape')).toEqual({ isDone: true, prevented: false });
    expect(press('Escape', { taken: true })).toEqual({ isDone: true, prevented: true });
  });

  it('stays in the editor during character composition, like any other key', () => {
    expect(press('Escape', { isComposing: true })).toEqual({ isDone: false, prevented: false });
    expect(press('Enter', { taken: true })).toEqual({ isDone: false, prevented: false });
  });
});
