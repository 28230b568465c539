import { listLinksOfProfile } from '#modules/ats/public.ts';
import { findUser } from '#modules/accounts/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { enqueue } from '#platform/queue/queue.ts';
import type { ErasureRow } from '../store/erasures.ts';
import { eraseAtSystemTask } from './task.ts';
import { insertCopies } from './store.ts';

type Erasure = Pick<ErasureRow, 'id' | 'profile_id' | 'company_id' | 'requested_by' | 'in_ats'>;

/** The operator is responsible for people of the common base, but not for systems of other companies. */
async function companyOf(tx: Tx, { company_id: companyId, requested_by: userId }: Erasure): Promise<number | undefined> {
  if (companyId !== null) return companyId;
  return userId === null ? undefined : (await findUser(tx, userId))?.company_id;
}

/** Records the systems that received the person, before the links are deleted. Safe to repeat. */
export async function recordSystems(tx: Tx, erasure: Erasure, now: Date): Promise<void> {
  const companyId = await companyOf(tx, erasure);
  const links = (await listLinksOfProfile(tx, erasure.profile_id)).filter(
    (link) => link.company_id === companyId && link.deleted_at === null,
  );
  const ids = await insertCopies(tx, { erasureId: erasure.id, inAts: erasure.in_ats, links, now });
  for (const id of ids) await enqueue(tx, eraseAtSystemTask, { payload: { id }, key: `erase_at_system ${id}` });
}
