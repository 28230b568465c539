/** Chance that repeats: the same seed gives the same resumes on every machine. */
export interface Random {
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  one<T>(items: readonly [T, ...T[]]): T;
  some<T>(items: readonly T[], count: number): T[];
  chance(share: number): boolean;
}

/** Mulberry32: small, and good enough to deal cards. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    between: (from, to) => from + below(to - from + 1),
    one: (items) => items[below(items.length)] ?? items[0],
    some(items, count) {
      const left = [...items];
      return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0] as (typeof left)[number]);
    },
    chance: (share) => next() < share,
  };
}
