import { implement } from '@orpc/server';
import { profileEvents } from '@headwater/contract/profile-events';
import { mayAccess } from '@headwater/domain/access';
import { isHiringManagerLike } from '@headwater/domain/roles';
import { reasonName } from '@headwater/domain/vacancies/rejection-reasons';
import { statusName } from '@headwater/domain/vacancies/statuses';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import { isCandidateFor } from '#modules/vacancies/public.ts';
import { listProfileEvents } from './store.ts';
import { pageWindow } from '#platform/page-window.ts';

export function profileEventRoutes({ database }: { database: Database }) {
  const api = implement(profileEvents).$context<RequestContext>();
  return {
    list: api.list.handler(({ input: { id: profileId, page, per_page: limit }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await requireProfile(tx, profileId);
        if (isHiringManagerLike(actor) && !(await isCandidateFor(tx, actor, profileId))) throw new AppError('profile_not_found');
        const isSearcher = mayAccess('search', actor);
        const { count, rows } = await listProfileEvents(tx, actor, { profileId, isSearcher, ...pageWindow(page, limit) });
        return {
          events: rows.map((row) => ({
            kind: row.kind,
            at: row.at.toISOString(),
            user_name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
            text: row.is_default === null ? row.text : statusName({ name: row.text, isDefault: row.is_default }, actor.language),
            reason:
              row.reason === null ? null : reasonName({ name: row.reason, isDefault: row.reason_is_default ?? false }, actor.language),
            folder: row.vacancy_id === null || row.vacancy_name === null ? null : { id: row.vacancy_id, name: row.vacancy_name },
            dialog_id: row.dialog_id,
            telegram_kind: row.telegram_kind,
          })),
          count,
          pages: pagesOf({ page, perPage: limit, count }),
        };
      }),
    ),
  };
}
