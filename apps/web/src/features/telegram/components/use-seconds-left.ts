import { useEffect, useState } from 'react';

/** Arrival of each server response, by a monotonic clock. */
const arrivals = new WeakMap<object, number>();

function msSinceArrival(said: object): number {
  const now = performance.now();
  const at = arrivals.get(said) ?? now;
  arrivals.set(said, at);
  return now - at;
}

/** Remaining seconds of a wait, independent of the computer's clock; 0 when over. */
export function useSecondsLeft(said: object, seconds: number): number {
  const [passed, setPassed] = useState(() => msSinceArrival(said));
  const left = Math.max(0, Math.ceil(seconds - passed / 1000));
  useEffect(() => {
    const timer = setInterval(() => setPassed(msSinceArrival(said)), 250);
    return () => clearInterval(timer);
  }, [said]);
  return left;
}
