import { type Actor, isAdminType, isSuperUser } from '@headwater/domain/roles';
import { requireProfile } from '#modules/profiles/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { erasePeopleTask } from './erase-people.ts';
import { erasedWith, type ErasedProfile, type ErasureRow, insertErasure } from './store/erasures.ts';

export interface RequestServices {
  database: Database;
  clock: Clock;
}

/** Work on all that is known of a person whom the actor answers for, as far as their rights reach. */
export async function withPerson<T>(
  database: Database,
  { actor, profileId }: { actor: Actor; profileId: number },
  work: (tx: Tx, companyId: number | null) => Promise<T>,
): Promise<T> {
  const profile = await database.readInCompany(actor.company.id, (tx) => requireProfile(tx, profileId));
  const { company_id: companyId } = profile;
  // The common base is no company's: its people are answered for by who runs the installation.
  if (companyId === null) {
    if (!isSuperUser(actor)) throw new AppError('common_base_person');
    return database.asSystem((tx) => work(tx, null));
  }
  if (!isAdminType(actor) && !isSuperUser(actor)) throw new AppError('forbidden');
  return database.inCompany(actor.company.id, (tx) => work(tx, companyId));
}

/** Begins to erase a person, with whoever was merged into them; asked twice, it is one erasure. */
export const requestErasure = ({ database, clock }: RequestServices, actor: Actor, profileId: number): Promise<ErasureRow> =>
  withPerson(database, { actor, profileId }, async (tx, companyId) => {
    const begin = (of: ErasedProfile) => insertErasure(tx, { ...of, requestedBy: actor.userId, now: clock.now() });
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
