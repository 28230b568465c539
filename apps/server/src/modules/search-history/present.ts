import type { HistoryEntryView } from '@headwater/contract/search-history';
import type { Actor } from '@headwater/domain/roles';
import { namesOfFilters } from '#modules/search/public.ts';
import { visibleVacancies } from '#modules/vacancies/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { type HistoryRow, listHistory, type HistoryScope } from './store.ts';
import { pageWindow } from '#platform/page-window.ts';

async function present(tx: Tx, actor: Actor, rows: readonly HistoryRow[]): Promise<HistoryEntryView[]> {
  const ids = [...new Set(rows.flatMap((row) => row.folder_id ?? []))];
  const folders = ids.length > 0 ? await visibleVacancies(tx, actor, ids) : [];
  const names = new Map(folders.map((folder) => [folder.id, { id: folder.id, name: folder.name }]));
  return rows.map(({ id, query, filters, ranking, found, ...row }) => ({
    id,
    query,
    filters,
    ranking,
    filter_names: namesOfFilters(filters, actor.language),
    found,
    folder: (row.folder_id !== null && names.get(row.folder_id)) || null,
    shown_at: row.shown_at.toISOString(),
    user: { id: row.user_id, first_name: row.first_name, last_name: row.last_name },
  }));
}

export async function presentHistory(
  tx: Tx,
  actor: Actor,
  { scope, page, perPage }: { scope: HistoryScope; page: number; perPage: number },
): Promise<{ search_queries: HistoryEntryView[]; count: number; pages: { current: number; total: number } }> {
  const { count, rows } = await listHistory(tx, scope, { ...pageWindow(page, perPage) });
  const pages = pagesOf({ page, perPage, count });
  return { search_queries: await present(tx, actor, rows), count, pages };
}
