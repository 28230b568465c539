import { useCallback, useEffect, useRef } from 'react';

/** What was drawn last, for callbacks that are handed over once, such as those of an editor. */
export function useLive<T>(value: T): () => T {
  const current = useRef(value);
  useEffect(() => {
    current.current = value;
  });
  return useCallback(() => current.current, []);
}
