export type OneByOne = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs pieces of work in the order of the calls, one at a time. */
export function oneByOne(): OneByOne {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
