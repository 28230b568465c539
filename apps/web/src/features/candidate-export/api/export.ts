import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ExportCheck, ExportRequest, FoundExportRequest } from '@headwater/contract/candidate-export';
import { contactColumns, type ExportColumn, type ProfileColumn, profileColumns } from '@headwater/domain/vacancies/export-format';
import { api, orpc, request } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.ts';

export type Exported =
  | { of: 'vacancy'; id: number; whom: Pick<ExportRequest, 'candidate_ids' | 'status' | 'query' | 'messaging_status'> }
  | { of: 'sequence'; id: number; whom: Pick<ExportRequest, 'candidate_ids'> }
  | { of: 'search'; whom: Pick<FoundExportRequest, 'profile_ids' | 'search'> };

export const columnsFor = <Column extends { id: ExportColumn }>({ of }: Exported, columns: readonly Column[]): Column[] =>
  columns.filter(({ id }) => of !== 'search' || profileColumns.some((column) => column === id));

function check(exported: Exported, columns: ExportColumn[]): Promise<ExportCheck> {
  const { of, whom } = exported;
  if (of === 'search') return api.candidateExport.checkFound({ body: { ...whom, columns: columns as ProfileColumn[] } });
  const params = { id: exported.id };
  return of === 'vacancy'
    ? api.candidateExport.checkVacancy({ params, body: { ...whom, columns } })
    : api.candidateExport.checkSequence({ params, body: { ...whom, columns } });
}

const tablePath = (exported: Exported): string =>
  exported.of === 'search'
    ? '/api/v6/profiles/export/csv/'
    : `/api/${exported.of === 'vacancy' ? 'vacancies' : 'sequences'}/${exported.id}/candidates/export/csv`;

export const columnsQuery = queryOptions({ ...orpc.candidateExport.columns.queryOptions(), staleTime: 60_000 });

/** Counts the contacts to open. Fails with `export_limit` if the quota is too small. */
export const checkQuery = (exported: Exported, chosen: ExportRequest['columns']) => {
  // Free columns do not change the answer, so the query key omits them.
  const paid = chosen.filter((column) => contactColumns.includes(column));
  const columns = paid.length > 0 ? paid : (['title'] as const).slice();
  return queryOptions({
    queryKey: ['export-check', exported, columns],
    queryFn: () => check(exported, columns),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    // An earlier answer is outdated.
    staleTime: 0,
    gcTime: 0,
  });
};

interface Saving {
  signal: AbortSignal | undefined;
  onRows(count: number): void;
}

/** Counts rows by line ends, because a cell never contains one. */
function rowCounter(heads: number, onRows: (count: number) => void) {
  const lineEnd = 10;
  let lines = 0;
  return (piece: Uint8Array) => {
    for (const byte of piece) if (byte === lineEnd) lines += 1;
    onRows(Math.max(0, lines - heads));
  };
}

export async function saveTable(exported: Exported, format: ExportRequest, { signal, onRows }: Saving): Promise<void> {
  const answer = await request(tablePath(exported), {
    method: 'POST',
    signal: signal ?? null,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...exported.whom, ...format }),
  });
  // Excel needs a line before the header that names the delimiter.
  await saveFile(answer, 'candidates.csv', rowCounter(format.excel_compatible ? 2 : 1, onRows));
}
