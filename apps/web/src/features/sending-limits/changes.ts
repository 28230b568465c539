/** What a person has changed of values that were shown. The others stay as somebody else may have set them meanwhile. */
export const changesOf = <V extends object>(shown: V, now: V): Partial<V> =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => !Object.is(value, shown[name as keyof V]))) as Partial<V>;
