import type { QueryClient } from '@tanstack/react-query';

/** What every guard and loader is given. */
export interface RouterContext {
  queryClient: QueryClient;
  /** Brings the routes that an address may be one of, or all of them; what is there already costs nothing (route-parts.ts). */
  addRoutes: (pathname?: string) => Promise<void>;
}
