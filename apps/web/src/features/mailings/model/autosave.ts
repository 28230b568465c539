import { useCallback, useEffect, useRef, useState } from 'react';

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed';

interface Autosave<T> {
  state: SaveState;
  change: (next: T) => void;
  /** Returns true if everything is saved. */
  flush: () => Promise<boolean>;
}

interface Options<T> {
  save: (value: T) => Promise<void>;
  /** Pause in milliseconds. */
  rest?: number;
}

/** One call at a time, the newest text last. Unmounting saves pending changes. */
export function useAutosave<T>({ save, rest = 700 }: Options<T>): Autosave<T> {
  const [state, setState] = useState<SaveState>('saved');
  const waiting = useRef<{ value: T }>(undefined);
  const running = useRef<Promise<boolean>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });

  const flush = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    // oxlint-disable-next-line no-await-in-loop -- running saves must end first, including new ones
    while (running.current) if (!(await running.current)) return false;
    const next = waiting.current;
    if (!next) return true;
    waiting.current = undefined;
    setState('saving');
    running.current = latest.current(next.value).then(
      () => true,
      () => {
        waiting.current ??= next;
        return false;
      },
    );
    const isSaved = await running.current;
    running.current = undefined;
    setState(isSaved ? (waiting.current ? 'waiting' : 'saved') : 'failed');
    return isSaved;
  }, []);

  const change = useCallback(
    (value: T) => {
      waiting.current = { value };
      setState('waiting');
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), rest);
    },
    [flush, rest],
  );

  useEffect(() => () => void flush(), [flush]);
  return { state, change, flush };
}
