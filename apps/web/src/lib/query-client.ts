import { QueryClient } from '@tanstack/react-query';
import { ApiError, isStarting } from './api-error.ts';

const minute = 60_000;
const askAgainMs = 2000;

/** One cache per tab. Lists stay fresh for a while, so that going back needs no call. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: minute,
        gcTime: 10 * minute,
        refetchOnWindowFocus: false,
        // Only missing responses and a search that is starting; other responses are final.
        retry: (failures, error) =>
          error instanceof ApiError && ((failures < 2 && (error.status === 0 || error.status >= 502)) || isStarting(error)),
        retryDelay: (failures, error) => (isStarting(error) ? askAgainMs : Math.min(1000 * 2 ** failures, 30_000)),
      },
      mutations: { retry: false },
    },
  });
}
