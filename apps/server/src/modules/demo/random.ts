/** Seeded generator with equal results on every machine. Not for secrets. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Integer from `low` to `high`, inclusive. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  sample<T>(items: readonly T[], count: number): T[];
}

export function randomFor(seed: number, index: number): Random {
  // splitmix32 of seed and index, then mulberry32.
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  // Similar seeds give similar first numbers, which are dropped.
  next();
  next();
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[Math.floor(next() * items.length)] as T;
    },
    sample<T>(items: readonly T[], count: number): T[] {
      const rest = [...items];
      const taken: T[] = [];
      while (taken.length < count && rest.length > 0) taken.push(...rest.splice(Math.floor(next() * rest.length), 1));
      return taken;
    },
  };
}

export type Draw<T> = (random: Random) => T;

export function weighted<T>(items: readonly T[], weightOf: (item: T, index: number) => number): Draw<T> {
  if (items.length === 0) throw new Error('nothing to draw from');
  const sums: number[] = [];
  let total = 0;
  for (const [index, item] of items.entries()) sums.push((total += weightOf(item, index)));
  return (random) => {
    const at = random.next() * total;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    return items[low] as T;
  };
}

/** Zipf distribution: the n-th item has about 1/n of the weight of the first. */
export const zipf = <T>(items: readonly T[], softness = 3): Draw<T> => weighted(items, (_, index) => 1 / (index + softness));
