import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import { loadChunk } from '#lib/load-chunk.ts';

/** SHELL-005. `id` names the part in error messages, `name` the exported component. */
export function lazyScreen<M extends Record<string, unknown>, K extends keyof M & string>(
  id: string,
  { load, name }: { load: () => Promise<M>; name: K },
): AsyncRouteComponent<Record<string, never>> {
  return lazyRouteComponent(loadChunk(id, load) as () => Promise<Record<string, never>>, name as never) as AsyncRouteComponent<
    Record<string, never>
  >;
}
