import { useEffect, useState } from 'react';

const pause = 100;

/** SHELL-030: calls `act` now, then at most every 100 ms with the newest value. */
export function throttled<T>(act: (value: T) => void): { tell: (value: T) => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { value: T } | undefined;
  const next = () => {
    timer = undefined;
    if (!waiting) return;
    const { value } = waiting;
    waiting = undefined;
    timer = setTimeout(next, pause);
    act(value);
  };
  const tell = (value: T) => {
    waiting = { value };
    if (timer === undefined) next();
  };
  return { tell, stop: () => clearTimeout(timer) };
}

export function useBodyWidth(): number {
  const [width, setWidth] = useState(() => globalThis.innerWidth);
  useEffect(() => {
    const { tell, stop } = throttled(setWidth);
    const observer = new ResizeObserver(() => tell(globalThis.innerWidth));
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      stop();
    };
  }, []);
  return width;
}
