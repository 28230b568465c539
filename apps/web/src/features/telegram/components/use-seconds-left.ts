import { useEffect, useState } from 'react';

/** When what the server says of a wait came to this window, by a clock that nobody sets. */
const came = new WeakMap<object, number>();

function sinceItCame(said: object): number {
  const now = performance.now();
  const at = came.get(said) ?? now;
  came.set(said, at);
  return now - at;
}

/** Whole seconds that are left of those that the server said, counted down whatever the clock of the computer shows; 0 once they are over. */
export function useSecondsLeft(said: object, seconds: number): number {
  const [passed, setPassed] = useState(() => sinceItCame(said));
  const left = Math.max(0, Math.ceil(seconds - passed / 1000));
  useEffect(() => {
    const timer = setInterval(() => setPassed(sinceItCame(said)), 250);
    return () => clearInterval(timer);
  }, [said]);
  return left;
}
