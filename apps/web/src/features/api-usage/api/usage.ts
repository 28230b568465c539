import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { orpc } from '#lib/api.ts';

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Of the own company where there is no id. */
export const usageQuery = (id: number | undefined, { from, to }: { from: string; to: string }) =>
  queryOptions({
    ...orpc.apiUsage.aggregated.queryOptions({
      input: { company_id: id, date_from: isDay(from) ? from : undefined, date_to: isDay(to) ? to : undefined },
      retry: false,
    }),
    placeholderData: keepPreviousData,
  });
