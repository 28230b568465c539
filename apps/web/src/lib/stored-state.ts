import { useCallback, useState } from 'react';

function read<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`headwater.${key}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** State that this browser remembers: rail, pane widths, chosen columns. Written as JSON under `headwater.{key}`. */
export function useStoredState<T>(key: string, fallback: T): [T, (next: T) => void] {
  const [value, setValue] = useState(() => read(key, fallback));
  const store = useCallback(
    (next: T) => {
      setValue(next);
      try {
        localStorage.setItem(`headwater.${key}`, JSON.stringify(next));
      } catch {
        // Storage full or closed: it holds until the page is left.
      }
    },
    [key],
  );
  return [value, store];
}
