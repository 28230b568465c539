import { tableBounds } from '@headwater/domain/profiles/table-import';
import { api, orpc, request } from '#lib/api.ts';
import { isActive } from '#lib/jobs/running-jobs.ts';

const path = '/api/v6/table_imports/';

/** Sends the file in pieces. Returns the id of the import. */
export async function uploadTable(
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<number> {
  const { id, piece_bytes: size } = await api.tableImports.create({ file_name: file.name, size: file.size });
  for (let from = 0, number = 0; from < file.size; from += size, number += 1) {
    signal.throwIfAborted();
    const body = new FormData();
    body.append('number', String(number));
    body.append('file', file.slice(from, from + size), file.name);
    await request(`${path}${id}/pieces/`, { method: 'POST', body, signal });
    onProgress(Math.min(1, (from + size) / file.size));
  }
  return id;
}

const whileActive = 1000;

export const importQuery = (id: number) =>
  orpc.tableImports.get.queryOptions({
    input: { id },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.job && isActive(state.data.job) ? whileActive : false),
  });

export const statusesQuery = orpc.statuses.list.queryOptions();
export const vacanciesQuery = (query: string) =>
  orpc.vacancies.list.queryOptions({ input: { status: 'active', per_page: 20, ...(query ? { query } : {}) }, staleTime: 10_000 });

export const leftOutFile = (id: number) => request(`${path}${id}/left_out/`);

export const maxTableBytes = tableBounds.megabytes * 1024 * 1024;
