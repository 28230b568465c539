export interface Semaphore {
  readonly waiting: number;
  readonly running: number;
  /** Takes a place until `leave`; false if `until` aborts first. */
  enter(until?: AbortSignal): Promise<boolean>;
  leave(): void;
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createSemaphore(places: number): Semaphore {
  const line = new Set<(hasPlace: boolean) => void>();
  let running = 0;
  const wait = (until: AbortSignal | undefined) =>
    new Promise<boolean>((resolve) => {
      const end = (hasPlace: boolean) => {
        line.delete(end);
        until?.removeEventListener('abort', abort);
        resolve(hasPlace);
      };
      const abort = () => end(false);
      until?.addEventListener('abort', abort);
      line.add(end);
    });
  async function enter(until?: AbortSignal): Promise<boolean> {
    if (until?.aborted) return false;
    if (running >= places) return wait(until);
    running += 1;
    return true;
  }
  function leave(): void {
    // Passes the place on directly, so that no newcomer takes an extra one.
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
