import { implement } from '@orpc/server';
import { candidates } from '@headwater/contract/candidates';
import type { Language } from '@headwater/contract/errors';
import type { Actor } from '@headwater/domain/roles';
import { reasonName } from '@headwater/domain/vacancies/rejection-reasons';
import { statusName } from '@headwater/domain/vacancies/statuses';
import type { Tx } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { narrowCandidates, type NarrowServices } from './actions/narrow-candidates.ts';
import { requireCandidate } from './actions/require-vacancy.ts';
import { candidateChangeRoutes, type ChangeRouteServices } from './candidate-change-routes.ts';
import { presentCandidates } from './present.ts';
import { type CandidateFilter, type HistoryRow, listCandidates, listHistory } from './store/candidates.ts';
import { openVacancyIds } from './store/visible-vacancies.ts';
import { pageWindow } from '#platform/page-window.ts';

export type CandidateServices = NarrowServices & ChangeRouteServices;

/** Omits names of hidden vacancies. */
function endsOf(row: HistoryRow, { open, language }: { open: ReadonlySet<number>; language: Language }) {
  if (!row.from_vacancy || !row.to_vacancy) {
    const status = (name: string | null, isDefault: boolean | null) =>
      name === null ? null : statusName({ name, isDefault: isDefault ?? false }, language);
    return { from: status(row.from_status, row.from_is_default), to: status(row.to_status, row.to_is_default) };
  }
  const named = (id: number | null, name: string) => (id !== null && open.has(id) ? name : null);
  return { from: named(row.from_vacancy_id, row.from_vacancy), to: named(row.to_vacancy_id, row.to_vacancy) };
}

export function candidateRoutes(services: CandidateServices) {
  const { database, messagingOf } = services;
  const api = implement(candidates).$context<RequestContext>();
  const run = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => database.inCompany(actor.company.id, work);

  async function page(tx: Tx, actor: Actor, { page: current, per_page: perPage, ...filter }: PageInput) {
    const { count, rows } = await listCandidates(tx, actor, { ...filter, ...pageWindow(current, perPage) });
    return {
      candidates: await presentCandidates(tx, { actor, messagingOf }, rows),
      count,
      pages: pagesOf({ page: current, perPage, count }),
    };
  }

  return {
    ...candidateChangeRoutes(services),
    ofVacancy: api.ofVacancy.handler(async ({ input, context: { actor } }) => {
      const filter = await narrowCandidates(services, actor, input);
      return run(actor, (tx) => page(tx, actor, { ...filter, page: input.page, per_page: input.per_page }));
    }),
    list: api.list.handler(({ input, context: { actor } }) =>
      run(actor, (tx) =>
        page(tx, actor, {
          page: input.page,
          per_page: input.per_page,
          vacancyId: input.folder_id,
          profileIds: input.profile_id === undefined ? undefined : [input.profile_id],
          ids: input.ids,
        }),
      ),
    ),
    history: api.history.handler(({ input, context: { actor } }) =>
      run(actor, async (tx) => {
        await requireCandidate(tx, actor, input.id);
        const { count, rows } = await listHistory(tx, input.id, { ...pageWindow(input.page, input.per_page) });
        const places = new Set(rows.flatMap((row) => [row.from_vacancy_id ?? 0, row.to_vacancy_id ?? 0]));
        const open = await openVacancyIds(tx, actor, [...places]);
        return {
          history: rows.map((row) => ({
            action: row.action,
            at: row.at.toISOString(),
            user: { id: row.user_id, first_name: row.first_name, last_name: row.last_name },
            ...endsOf(row, { open, language: actor.language }),
            reason:
              row.reason === null ? null : reasonName({ name: row.reason, isDefault: row.reason_is_default ?? false }, actor.language),
          })),
          pages: pagesOf({ page: input.page, perPage: input.per_page, count }),
        };
      }),
    ),
  };
}

type PageInput = Omit<CandidateFilter, 'limit' | 'offset'> & { page: number; per_page: number };
