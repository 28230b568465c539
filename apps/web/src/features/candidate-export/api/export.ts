import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ExportRequest } from '@headwater/contract/candidate-export';
import { contactColumns } from '@headwater/domain/vacancies/export-format';
import { api, orpc, request } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.ts';

/** Whose candidates are exported, and which of them. */
export interface Exported {
  vacancyId: number;
  whom: Pick<ExportRequest, 'candidate_ids' | 'status' | 'query' | 'messaging_status'>;
}

/** Named in the reader's language. */
export const columnsQuery = queryOptions({ ...orpc.candidateExport.columns.queryOptions(), staleTime: 60_000 });

/** Whose contacts would be opened. Fails with `export_limit` where the quota is not enough. */
export const checkQuery = ({ vacancyId, whom }: Exported, chosen: ExportRequest['columns']) => {
  // What costs nothing is not asked about anew.
  const paid = chosen.filter((column) => contactColumns.includes(column));
  const columns = paid.length > 0 ? paid : (['status'] as const).slice();
  return queryOptions({
    queryKey: ['export-check', vacancyId, whom, columns],
    queryFn: () => api.candidateExport.checkVacancy({ params: { id: vacancyId }, body: { ...whom, columns } }),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    // What it said a moment ago holds no more.
    staleTime: 0,
    gcTime: 0,
  });
};

/** Writes the table and saves it under the name that the server gives it. */
export async function saveTable({ vacancyId, whom }: Exported, format: ExportRequest, signal: AbortSignal | undefined): Promise<void> {
  const answer = await request(`/api/vacancies/${vacancyId}/candidates/export/csv`, {
    method: 'POST',
    signal: signal ?? null,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...whom, ...format }),
  });
  await saveFile(answer, 'candidates.csv');
}
