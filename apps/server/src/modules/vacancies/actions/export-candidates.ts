import type { CandidateListInput } from '@headwater/contract/candidates';
import type { Actor } from '@headwater/domain/roles';
import { statusName } from '@headwater/domain/vacancies/statuses';
import type { Tx } from '#platform/database/database.ts';
import { listCandidates, listMatching } from '../store/candidates.ts';
import { findPeople } from '../store/members.ts';
import { narrowCandidates, type NarrowServices } from './narrow-candidates.ts';

export interface MatchingCandidate {
  id: number;
  profile_id: number;
}

export async function matchingCandidates(
  services: NarrowServices,
  actor: Actor,
  { ids, ...input }: Omit<CandidateListInput, 'page' | 'per_page'> & { ids: readonly number[] },
): Promise<MatchingCandidate[]> {
  const filter = await narrowCandidates(services, actor, { ...input, page: 1, per_page: 1 });
  const chosen = new Set(ids);
  const rows = await services.database.inCompany(actor.company.id, (tx) => listMatching(tx, actor, filter));
  return chosen.size === 0 ? rows : rows.filter(({ id }) => chosen.has(id));
}

export const visibleCandidates = (tx: Tx, actor: Actor, ids: readonly number[]): Promise<MatchingCandidate[]> =>
  listMatching(tx, actor, { ids });

export interface ExportedCandidate {
  id: number;
  profileId: number;
  status: string;
  vacancy: string;
  addedAt: Date;
  addedBy: string;
}

/** At most 1,000 ids. */
export async function exportedCandidates(tx: Tx, actor: Actor, ids: readonly number[]): Promise<ExportedCandidate[]> {
  const { rows } = await listCandidates(tx, actor, { ids, limit: ids.length, offset: 0 });
  const people = await findPeople(
    tx,
    rows.map((row) => row.created_by),
  );
  return rows.map((row) => {
    const adder = people.get(row.created_by);
    return {
      id: row.id,
      profileId: row.profile_id,
      status: statusName({ name: row.status_name, isDefault: row.status_is_default }, actor.language),
      vacancy: row.vacancy_name,
      addedAt: row.created_at,
      addedBy: adder ? `${adder.first_name} ${adder.last_name}`.trim() : '',
    };
  });
}
