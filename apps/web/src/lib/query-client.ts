import { QueryClient } from '@tanstack/react-query';
import { ApiError, isStarting } from './api-error.ts';

const minute = 60_000;
const askAgainMs = 2000;

/** One cache for the tab. Lists stay fresh for a while, so that going back shows them at once without a call. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: minute,
        gcTime: 10 * minute,
        refetchOnWindowFocus: false,
        // An answer of the server is final; only silence is asked again, and a search that is being made ready.
        retry: (failures, error) =>
          error instanceof ApiError && ((failures < 2 && (error.status === 0 || error.status >= 502)) || isStarting(error)),
        retryDelay: (failures, error) => (isStarting(error) ? askAgainMs : Math.min(1000 * 2 ** failures, 30_000)),
      },
      mutations: { retry: false },
    },
  });
}
