import { useEffect, useEffectEvent } from 'react';

/** Sends when a screen opens and when it shows another object. Undefined: nothing is shown yet. */
export function useScreenEvent(shown: string | number | undefined, send: () => void): void {
  const sendNow = useEffectEvent(send);
  useEffect(() => {
    if (shown !== undefined) sendNow();
  }, [shown]);
}
