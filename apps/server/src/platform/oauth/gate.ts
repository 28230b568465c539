/** Lets only so many of the given works run at a time; the others wait in line. */
export function createGate(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // A place is handed on as it is, so that nobody who comes in between can take a further one.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
