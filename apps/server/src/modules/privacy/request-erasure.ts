import { type Actor, isAdminType, isSuperUser } from '@headwater/domain/roles';
import { requireProfile } from '#modules/profiles/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { erasePeopleTask } from './erase-people.ts';
import { recordSystems } from './systems/request.ts';
import { erasedWith, type ErasedProfile, type ErasureRow, insertErasure } from './store/erasures.ts';

export interface RequestServices {
  database: Database;
  clock: Clock;
}

export async function withPerson<T>(
  database: Database,
  { actor, profileId }: { actor: Actor; profileId: number },
  work: (tx: Tx, companyId: number | null) => Promise<T>,
): Promise<T> {
  const profile = await database.readInCompany(actor.company.id, (tx) => requireProfile(tx, profileId));
  const { company_id: companyId } = profile;
  // The operator is responsible for people of the common base, which belongs to no company.
  if (companyId === null) {
    if (!isSuperUser(actor)) throw new AppError('common_base_person');
    return database.asSystem((tx) => work(tx, null));
  }
  if (!isAdminType(actor) && !isSuperUser(actor)) throw new AppError('forbidden');
  return database.inCompany(actor.company.id, (tx) => work(tx, companyId));
}

/** Includes profiles merged into the person. A repeated request is one erasure. */
export const requestErasure = (
  { database, clock }: RequestServices,
  actor: Actor,
  { profileId, inAts }: { profileId: number; inAts: boolean },
): Promise<ErasureRow> =>
  withPerson(database, { actor, profileId }, async (tx, companyId) => {
    const begin = async (of: ErasedProfile) => {
      const erasure = await insertErasure(tx, { ...of, requestedBy: actor.userId, inAts, now: clock.now() });
      if (erasure.isNew) await recordSystems(tx, erasure.row, clock.now());
      return erasure;
    };
    const { row, isNew } = await begin({ companyId, profileId });
    const ids: number[] = [];
    for (const part of await erasedWith(tx, profileId, { base: companyId === null ? actor.company.id : null })) {
      const erasure = await begin(part);
      if (erasure.isNew) ids.push(erasure.row.id);
    }
    if (isNew) ids.push(row.id);
    if (ids.length > 0) await enqueue(tx, erasePeopleTask, { payload: { erasure_ids: ids } });
    return row;
  });
