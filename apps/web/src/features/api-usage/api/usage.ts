import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiUsageFilter } from '@headwater/contract/api-usage';
import type { TableType } from '@headwater/contract/export-file';
import { orpc, request } from '#lib/api.ts';
import { chosenDay } from '#lib/chosen-day.ts';
import { saveFile } from '#lib/save-file.ts';

interface Days {
  from: string;
  to: string;
}

const filterOf = (id: number | undefined, { from, to }: Days): ApiUsageFilter => ({
  company_id: id,
  date_from: chosenDay(from),
  date_to: chosenDay(to),
});

export const usageQuery = (id: number | undefined, days: Days) =>
  queryOptions({
    ...orpc.apiUsage.aggregated.queryOptions({ input: filterOf(id, days), retry: false }),
    placeholderData: keepPreviousData,
  });

export async function exportUsage(id: number | undefined, days: Days, type: TableType): Promise<void> {
  const chosen = Object.entries({ ...filterOf(id, days), type }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  await saveFile(await request(`/api/api_calls/export/?${new URLSearchParams(chosen).toString()}`), `api-calls.${type}`);
}
