import { array, assert, boolean, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLru } from './lru.ts';

describe('what was used last', () => {
  it('is kept while others come and go, and what is not used goes', () => {
    const lru = createLru<number, string>(4);
    lru.set(1, 'one');
    for (let key = 2; key < 100; key++) {
      lru.set(key, String(key));
      expect(lru.get(1)).toBe('one');
    }
    expect(lru.get(50)).toBeUndefined();
    lru.delete(1);
    expect(lru.get(1)).toBeUndefined();
    lru.set(7, 'seven');
    lru.clear();
    expect(lru.get(7)).toBeUndefined();
  });

  it('is never more than the number', () => {
    const lru = createLru<number, number>(10);
    const keys = Array.from({ length: 100 }, (_, key) => key);
    for (const key of keys) lru.set(key, key);
    expect(keys.filter((key) => lru.get(key) !== undefined).length).toBeLessThanOrEqual(10);
  });

  it('holds half of the number at least, and answers what was set last', () => {
    assert(
      property(integer({ min: 2, max: 12 }), array(tuple(integer({ min: 0, max: 20 }), boolean())), (most, uses) => {
        const lru = createLru<number, number>(most);
        const last = new Map<number, number>();
        let order: number[] = [];
        for (const [time, [key, isRead]] of uses.entries()) {
          if (isRead && lru.get(key) === undefined) continue;
          if (!isRead) lru.set(key, time);
          if (!isRead) last.set(key, time);
          order = [key, ...order.filter((one) => one !== key)];
        }
        for (const key of order.slice(0, Math.floor(most / 2))) expect(lru.get(key)).toBe(last.get(key));
      }),
    );
  });
});
