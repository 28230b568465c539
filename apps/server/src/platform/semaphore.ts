/** So many places; whoever finds none waits in line. */
export interface Semaphore {
  /** How many wait. */
  readonly waiting: number;
  /** How many have a place. */
  readonly running: number;
  /** Takes a place, to be given back with `leave`; false where `until` was over before there was one. */
  enter(until?: AbortSignal): Promise<boolean>;
  leave(): void;
  /** Does the work in a place of its own. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createSemaphore(places: number): Semaphore {
  /** In the order in which they came. */
  const line = new Set<(hasPlace: boolean) => void>();
  let running = 0;
  const wait = (until: AbortSignal | undefined) =>
    new Promise<boolean>((resolve) => {
      const end = (hasPlace: boolean) => {
        line.delete(end);
        until?.removeEventListener('abort', giveUp);
        resolve(hasPlace);
      };
      const giveUp = () => end(false);
      until?.addEventListener('abort', giveUp);
      line.add(end);
    });
  async function enter(until?: AbortSignal): Promise<boolean> {
    if (until?.aborted) return false;
    if (running >= places) return wait(until);
    running += 1;
    return true;
  }
  function leave(): void {
    // A place is handed on as it is, so that nobody who comes in between can take a further one.
    const [next] = line;
    if (next) next(true);
    else running -= 1;
  }
  return {
    get waiting() {
      return line.size;
    },
    get running() {
      return running;
    },
    enter,
    leave,
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
