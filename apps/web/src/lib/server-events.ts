import { useEffect, useRef } from 'react';

/**
 * Hears the server's events while mounted (DEC-07). The browser reconnects by itself and tells the server the last event it saw.
 * @param path address of the stream; undefined: not connected
 * @param hear gets the name of the event and its parsed JSON
 */
export function useServerEvents(
  path: string | undefined,
  hear: (name: string, data: unknown) => void,
  names: readonly string[] = ['message'],
): void {
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  const listed = names.join(',');
  useEffect(() => {
    if (!path) return undefined;
    const source = new EventSource(path);
    for (const name of listed.split(',')) {
      source.addEventListener(name, (event: MessageEvent<string>) => {
        try {
          latest.current(name, JSON.parse(event.data));
        } catch {
          // A line that is not JSON is a keep-alive of a proxy: nothing to hear.
        }
      });
    }
    return () => source.close();
  }, [path, listed]);
}
