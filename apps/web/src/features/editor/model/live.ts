import { useCallback, useEffect, useRef } from 'react';

/** Returns a getter of the latest rendered value, for callbacks that are registered once. */
export function useLive<T>(value: T): () => T {
  const current = useRef(value);
  useEffect(() => {
    current.current = value;
  });
  return useCallback(() => current.current, []);
}
