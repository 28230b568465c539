import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const minute = 60_000;

/** One cache for the tab. Lists stay fresh for a while, so that going back shows them at once without a call. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: minute,
        gcTime: 10 * minute,
        refetchOnWindowFocus: false,
        // An answer of the server is final; only silence is asked again.
        retry: (failures, error) => failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
      },
      mutations: { retry: false },
    },
  });
}
