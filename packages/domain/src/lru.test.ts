import { array, assert, boolean, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLru } from './lru.ts';

describe('least recently used cache', () => {
  it('keeps used values and evicts unused ones', () => {
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

  it('never holds more values than the limit', () => {
    const lru = createLru<number, number>(10);
    const keys = Array.from({ length: 100 }, (_, key) => key);
    for (const key of keys) lru.set(key, key);
    expect(keys.filter((key) => lru.get(key) !== undefined).length).toBeLessThanOrEqual(10);
  });

  it('holds at least half of the limit and returns the latest value', () => {
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
