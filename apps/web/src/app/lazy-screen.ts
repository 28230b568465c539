import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import { loadChunk } from '#lib/load-chunk.ts';

/**
 * A screen whose code is loaded when its route is opened, or when a link to it is hovered (SHELL-005).
 * @param id name of the part in error messages
 * @param name the component's export
 */
export function lazyScreen<M extends Record<string, unknown>, K extends keyof M & string>(
  id: string,
  { load, name }: { load: () => Promise<M>; name: K },
): AsyncRouteComponent<Record<string, never>> {
  return lazyRouteComponent(loadChunk(id, load) as () => Promise<Record<string, never>>, name as never) as AsyncRouteComponent<
    Record<string, never>
  >;
}
