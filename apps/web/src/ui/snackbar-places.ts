interface Placed {
  key?: string;
  actions?: readonly unknown[];
}

const most = 3;

/** One more notice takes the place of the one with its key, or of the oldest where too many stand; one that waits for an answer stays. */
export function withAnother<T extends Placed>(shown: readonly T[], another: T): readonly T[] {
  const others = shown.filter(({ key }) => key === undefined || key !== another.key);
  const leaving = others.filter(({ actions }) => !actions).slice(0, 1 - most);
  return [...others.filter((one) => !leaving.includes(one)), another];
}
