/** Changed values only: others may have been changed by another user. */
export const changesOf = <V extends object>(shown: V, now: V): Partial<V> =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => !Object.is(value, shown[name as keyof V]))) as Partial<V>;
