import { useCallback, useEffect, useRef, useState } from 'react';

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed';

interface Autosave<T> {
  state: SaveState;
  /** Takes what was just typed; it is sent once the hand rests. */
  change: (next: T) => void;
  /** Sends at once what still waits. True: all of it is kept. */
  flush: () => Promise<boolean>;
}

interface Options<T> {
  save: (value: T) => Promise<void>;
  /** Milliseconds without a change. */
  rest?: number;
}

/** Keeps what is being written without a button: one call at a time, the newest text last, and what waits is sent when the screen is left. */
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
    // oxlint-disable-next-line no-await-in-loop -- what is under way must have ended, and so must what was begun meanwhile
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
