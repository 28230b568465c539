import { describe, expect, it } from 'vitest';
import { draftFrom, take, isUnsaved, keepMine, sent, takeOther, restoreUnsaved } from './draft.ts';

const base = { text: 'Hello', version: 4 };
const typed = (text: string) => ({ text, base });
const of = (text: string, version: number) => ({ text, version });

describe('a draft saved elsewhere', () => {
  it('replaces a text without unsaved changes', () => {
    expect(take(draftFrom(base), of('Good morning', 5))).toEqual(draftFrom(of('Good morning', 5)));
    expect(take(draftFrom(base), of('', 5))).toEqual(draftFrom(of('', 5)));
  });

  it('waits next to the local text, in its latest version', () => {
    const draft = take(take(typed('Hello, Anna'), of('Good', 5)), of('Good morning', 6));
    expect(draft).toEqual({ text: 'Hello, Anna', base, other: of('Good morning', 6) });
    expect(keepMine(draft)).toEqual({ text: 'Hello, Anna', base: of('Good morning', 6) });
    expect(takeOther(draft)).toEqual(draftFrom(of('Good morning', 6)));
  });

  it('needs no decision if the local text contains it', () => {
    expect(take(typed('Hello, Anna'), of('Hello,', 5))).toEqual({ text: 'Hello, Anna', base: of('Hello,', 5) });
    // Sent in the other window.
    expect(take(typed('Hello, Anna'), of('', 5))).toEqual({ text: 'Hello, Anna', base: of('', 5) });
  });

  it('is ignored if older than the known version', () => {
    for (const version of [3, 4]) expect(take(draftFrom(base), of('Old', version))).toEqual(draftFrom(base));
    const other = of('Good morning', 6);
    expect(take({ ...typed('Mine'), other }, of('Good', 5))).toEqual({ ...typed('Mine'), other });
  });
});

describe('a draft left by a closed window', () => {
  it('is restored if no newer version exists', () => {
    expect(restoreUnsaved(base, of('Hello, Anna', 4))).toEqual(typed('Hello, Anna'));
    expect(restoreUnsaved(base, of('Bye', 4))).toEqual(typed('Bye'));
    expect(restoreUnsaved(base, of('', 4))).toEqual(typed(''));
  });

  it('needs no decision if it reached the server', () => {
    expect(restoreUnsaved(base, of('Hello', 3))).toEqual(draftFrom(base));
    expect(restoreUnsaved(base, of('Hell', 2))).toEqual(draftFrom(base));
    expect(restoreUnsaved(base, of('Hello, Anna', 3))).toEqual(typed('Hello, Anna'));
  });

  it('is shown next to a version saved since', () => {
    expect(restoreUnsaved(base, of('Good morning', 3))).toMatchObject({ text: 'Good morning', other: base });
  });
});

describe('a sent draft', () => {
  it('leaves an empty field, or the text of the other window', () => {
    expect(sent(draftFrom(base))).toEqual({ text: '', base: of('', 4) });
    expect(isUnsaved(sent(draftFrom(base)))).toBe(false);
    expect(sent({ ...typed('Mine'), other: of('Theirs', 6) })).toEqual(draftFrom(of('Theirs', 6)));
  });
});
