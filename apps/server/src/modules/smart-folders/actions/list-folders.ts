import type { Actor } from '@headwater/domain/roles';
import { countByStatus, visibleVacancies } from '#modules/vacancies/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { presentStored } from '../present.ts';
import { listStored } from '../store.ts';

interface SmartFolderListInput {
  page: number;
  per_page: number;
  search?: string | undefined;
}

/** SMF-002. */
export async function listSmartFolders(tx: Tx, actor: Actor, { page, per_page: perPage, search = '' }: SmartFolderListInput) {
  const rows = await listStored(tx);
  const visible = await visibleVacancies(
    tx,
    actor,
    rows.map((row) => row.vacancy_id),
  );
  const matching = visible.filter(({ name, status }) => status === 'active' && name.toLowerCase().includes(search.toLowerCase()));
  const names = new Map(matching.map(({ id, name }) => [id, name]));
  const all = rows.filter((row) => names.has(row.vacancy_id));
  const shown = all.slice((page - 1) * perPage, page * perPage);
  const counts =
    shown.length > 0
      ? await countByStatus(
          tx,
          shown.map((row) => row.vacancy_id),
        )
      : [];
  const countOf = (id: number) => counts.filter((entry) => entry.vacancy_id === id).reduce((sum, entry) => sum + entry.count, 0);
  return {
    smart_folders: shown.map((row) => ({
      ...presentStored(row, actor),
      folder: { id: row.vacancy_id, name: names.get(row.vacancy_id) ?? '' },
      candidates_count: countOf(row.vacancy_id),
    })),
    count: all.length,
    pages: pagesOf({ page, perPage, count: all.length }),
  };
}
