import { useCallback, useState } from 'react';

function read<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`headwater.${key}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** State stored in this browser (rail, pane widths, columns), as JSON under `headwater.{key}`. */
export function useStoredState<T>(key: string, fallback: T): [T, (next: T) => void] {
  const [value, setValue] = useState(() => read(key, fallback));
  const store = useCallback(
    (next: T) => {
      setValue(next);
      try {
        localStorage.setItem(`headwater.${key}`, JSON.stringify(next));
      } catch {
        // Storage is full or unavailable: the value lasts until the page is closed.
      }
    },
    [key],
  );
  return [value, store];
}
