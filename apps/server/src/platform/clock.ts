/** The only reader of time on the server, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface MovableClock extends Clock {
  set(moment: Date): void;
  advance(milliseconds: number): void;
}

/** A clock that stands still until told to move; for tests, the crash bench and the past of the demo. */
export function movableClock(start: Date): MovableClock {
  let current = start.getTime();
  return {
    now: () => new Date(current),
    set: (moment) => {
      current = moment.getTime();
    },
    advance: (milliseconds) => {
      current += milliseconds;
    },
  };
}

/** Milliseconds that only grow; for durations. */
export const elapsed = () => performance.now();
