import { describe, expect, it } from 'vitest';
import { hiddenIn, storeHidden } from './hidden.ts';

function memory(start?: string) {
  let held = start ?? null;
  return { getItem: () => held, setItem: (_key: string, value: string) => void (held = value) };
}

describe('people hidden in a search', () => {
  it('are stored for that search only, until shown again', () => {
    const storage = memory();
    storeHidden(storage, 'python', new Set([3, 5]));
    storeHidden(storage, 'java', new Set([7]));
    expect([...hiddenIn(storage, 'python')]).toEqual([3, 5]);
    expect([...hiddenIn(storage, 'java')]).toEqual([7]);
    storeHidden(storage, 'python', new Set());
    expect(hiddenIn(storage, 'python').size).toBe(0);
  });
  it('are limited, and a corrupt store counts as empty', () => {
    const storage = memory('{"not":"ours"');
    expect(hiddenIn(storage, 'a').size).toBe(0);
    storeHidden(storage, 'a', new Set(Array.from({ length: 900 }, (_, id) => id)));
    expect(hiddenIn(storage, 'a').size).toBe(500);
    for (let at = 0; at < 150; at += 1) storeHidden(storage, `search ${at}`, new Set([1]));
    expect(hiddenIn(storage, 'a').size).toBe(0);
    expect(hiddenIn(storage, 'search 149').size).toBe(1);
    expect(hiddenIn(memory('[1,"x"]'), 'a').size).toBe(0);
  });
});
