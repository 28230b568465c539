import { useEffect, useState } from 'react';

export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** Countdown in whole seconds until a time; 0 when passed. */
export function useSecondsUntil(moment: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  const isOver = moment === undefined || moment <= now;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  return moment === undefined ? 0 : Math.max(0, Math.ceil((moment - now) / 1000));
}
