import type { QueryClient } from '@tanstack/react-query';

export interface RouterContext {
  queryClient: QueryClient;
  /** Loads the routes that may match an address, or all (route-parts.ts). */
  addRoutes: (pathname?: string) => Promise<void>;
}
