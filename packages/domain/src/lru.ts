/** What was used last, so many values at most. */
export interface Lru<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): boolean;
  clear(): void;
}

/**
 * Keeps `most` values at most, and at least half as many of those that were used last. In two generations: what is found in the older one moves to the
 * younger, and when that is full the older one goes at once. A look-up costs no more than in a Map, where an exact order costs ten times as much.
 */
export function createLru<Key, Value extends NonNullable<unknown> | null>(most: number): Lru<Key, Value> {
  const full = Math.max(1, Math.floor(most / 2));
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();
  function set(key: Key, value: Value): void {
    if (young.size >= full && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  }
  return {
    get(key) {
      const found = young.get(key);
      if (found !== undefined) return found;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
    delete(key) {
      const wasOld = old.delete(key);
      return young.delete(key) || wasOld;
    },
    clear() {
      young.clear();
      old.clear();
    },
  };
}
