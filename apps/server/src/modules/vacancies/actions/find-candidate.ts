import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { listCandidates } from '../store/candidates.ts';

/** Returns undefined if the vacancy is hidden from the actor. */
export async function findVisibleCandidate(tx: Tx, actor: Actor, candidateId: number) {
  const { rows } = await listCandidates(tx, actor, { ids: [candidateId], limit: 1, offset: 0 });
  const [row] = rows;
  return row && { id: row.id, profileId: row.profile_id, folderId: row.vacancy_id, folderName: row.vacancy_name };
}
