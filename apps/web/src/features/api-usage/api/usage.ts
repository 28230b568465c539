import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { orpc } from '#lib/api.ts';
import { chosenDay } from '#lib/chosen-day.ts';

export const usageQuery = (id: number | undefined, { from, to }: { from: string; to: string }) =>
  queryOptions({
    ...orpc.apiUsage.aggregated.queryOptions({
      input: { company_id: id, date_from: chosenDay(from), date_to: chosenDay(to) },
      retry: false,
    }),
    placeholderData: keepPreviousData,
  });
