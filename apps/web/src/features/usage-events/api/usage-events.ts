import { orpc } from '#lib/api.ts';

export const usageSummaryQuery = orpc.usageEvents.summary.queryOptions({ staleTime: 10_000 });
