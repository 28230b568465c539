import type { QueryClient } from '@tanstack/react-query';

/** Context of all guards and loaders. */
export interface RouterContext {
  queryClient: QueryClient;
  /**
   * Loads the routes that may match an address, or all routes. Loaded ones cost nothing
   * (route-parts.ts).
   */
  addRoutes: (pathname?: string) => Promise<void>;
}
