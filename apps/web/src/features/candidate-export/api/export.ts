import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ExportCheck, ExportRequest, FoundExportRequest } from '@headwater/contract/candidate-export';
import { contactColumns, type ExportColumn, type ProfileColumn, profileColumns } from '@headwater/domain/vacancies/export-format';
import { api, orpc, request } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.ts';

/** Who is exported: candidates of a vacancy or of a sequence, or people whom a search has found. */
export type Exported =
  | { of: 'vacancy'; id: number; whom: Pick<ExportRequest, 'candidate_ids' | 'status' | 'query' | 'messaging_status'> }
  | { of: 'sequence'; id: number; whom: Pick<ExportRequest, 'candidate_ids'> }
  | { of: 'search'; whom: Pick<FoundExportRequest, 'profile_ids' | 'search'> };

/** The columns of those that the person may export which the table may have. */
export const columnsFor = <Column extends { id: ExportColumn }>({ of }: Exported, columns: readonly Column[]): Column[] =>
  columns.filter(({ id }) => of !== 'search' || profileColumns.some((column) => column === id));

/** Asks whose contacts would be opened. */
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

/** Named in the reader's language. */
export const columnsQuery = queryOptions({ ...orpc.candidateExport.columns.queryOptions(), staleTime: 60_000 });

/** Whose contacts would be opened. Fails with `export_limit` where the quota is not enough. */
export const checkQuery = (exported: Exported, chosen: ExportRequest['columns']) => {
  // What costs nothing is not asked about anew.
  const paid = chosen.filter((column) => contactColumns.includes(column));
  const columns = paid.length > 0 ? paid : (['title'] as const).slice();
  return queryOptions({
    queryKey: ['export-check', exported, columns],
    queryFn: () => check(exported, columns),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    // What it said a moment ago holds no more.
    staleTime: 0,
    gcTime: 0,
  });
};

interface Saving {
  signal: AbortSignal | undefined;
  /** Candidates that have arrived so far. */
  onRows(count: number): void;
}

/** A line ends each of them, and the heads; a cell is one line. */
function rowCounter(heads: number, onRows: (count: number) => void) {
  const lineEnd = 10;
  let lines = 0;
  return (piece: Uint8Array) => {
    for (const byte of piece) if (byte === lineEnd) lines += 1;
    onRows(Math.max(0, lines - heads));
  };
}

/** Writes the table and saves it under the name that the server gives it. */
export async function saveTable(exported: Exported, format: ExportRequest, { signal, onRows }: Saving): Promise<void> {
  const answer = await request(tablePath(exported), {
    method: 'POST',
    signal: signal ?? null,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...exported.whom, ...format }),
  });
  // Excel reads a line before the heads, which names the delimiter.
  await saveFile(answer, 'candidates.csv', rowCounter(format.excel_compatible ? 2 : 1, onRows));
}
