interface Placed {
  key?: string;
  actions?: readonly unknown[];
}

const most = 3;

/** Replaces the notice with the same key, or the oldest above the limit. */
export function addSnack<T extends Placed>(shown: readonly T[], another: T): readonly T[] {
  const others = shown.filter(({ key }) => key === undefined || key !== another.key);
  const leaving = others.filter(({ actions }) => !actions).slice(0, 1 - most);
  return [...others.filter((one) => !leaving.includes(one)), another];
}
