import { implement } from '@orpc/server';
import { countedPairs, duplicates } from '@headwater/contract/duplicates';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import { presentOthers, presentPairs } from './present.ts';
import { areChangesWaiting } from './store/changes.ts';
import { deleteDismissal, insertDismissal } from './store/dismissals.ts';
import { countPairs, listPairs } from './store/pairs.ts';
import { pageWindow } from '#platform/page-window.ts';

interface DuplicateServices {
  database: Database;
  clock: Clock;
}

const ofOneProfile = 5;

/** Throws if the company does not see both. */
async function requirePair(tx: Tx, { id, otherId }: { id: number; otherId: number }): Promise<{ lowId: number; highId: number }> {
  await requireProfile(tx, id);
  await requireProfile(tx, otherId);
  if (id === otherId) throw new FieldErrors({ otherId: 'field_invalid' });
  return { lowId: Math.min(id, otherId), highId: Math.max(id, otherId) };
}

export function duplicateRoutes({ database, clock }: DuplicateServices) {
  const api = implement(duplicates).$context<RequestContext>();
  const inCompany = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => database.inCompany(actor.company.id, work);
  return {
    list: api.list.handler(({ input: { page, per_page: limit, own }, context: { actor } }) =>
      inCompany(actor, async (tx) => {
        const filter = { isOwn: own, reader: actor };
        const found = await countPairs(tx, filter, countedPairs + 1);
        const count = Math.min(found, countedPairs);
        const rows = await listPairs(tx, filter, { ...pageWindow(page, limit) });
        return {
          pairs: await presentPairs(tx, actor, rows),
          count,
          is_exact: found <= countedPairs,
          is_searching: await areChangesWaiting(tx, clock.now()),
          pages: pagesOf({ page, perPage: limit, count }),
        };
      }),
    ),
    ofProfile: api.ofProfile.handler(({ input: { id: profileId }, context: { actor } }) =>
      inCompany(actor, async (tx) => {
        await requireProfile(tx, profileId);
        const rows = await listPairs(tx, { isOwn: false, reader: actor, profileId }, { limit: ofOneProfile, offset: 0 });
        return { duplicates: await presentOthers(tx, actor, { profileId, rows }) };
      }),
    ),
    dismiss: api.dismiss.handler(({ input, context: { actor } }) =>
      inCompany(actor, async (tx) => {
        const pair = await requirePair(tx, input);
        await insertDismissal(tx, { companyId: actor.company.id, userId: actor.userId, ...pair, now: clock.now() });
        return {};
      }),
    ),
    restore: api.restore.handler(({ input, context: { actor } }) =>
      inCompany(actor, async (tx) => {
        const { lowId, highId } = await requirePair(tx, input);
        await deleteDismissal(tx, lowId, highId);
        return {};
      }),
    ),
  };
}
