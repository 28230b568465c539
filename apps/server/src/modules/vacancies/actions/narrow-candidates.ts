import type { CandidateListInput } from '@headwater/contract/candidates';
import { encodeQuery } from '@headwater/domain/query/query-address';
import { applied } from '@headwater/domain/query/term';
import type { Actor } from '@headwater/domain/roles';
import type { Database, Tx } from '#platform/database/database.ts';
import { type CandidateFilter, listCandidateIds } from '../store/candidates.ts';
import type { FindAllIds } from './add-candidates.ts';
import { requireVacancy } from './require-vacancy.ts';

export type NarrowByMessaging = (
  tx: Tx,
  candidateIds: readonly number[],
  filter: { statuses: CandidateListInput['messaging_status']; mailingId: number | undefined; actor: Actor },
) => Promise<number[]>;

export interface NarrowServices {
  database: Database;
  findAllIds: FindAllIds;
  narrowByMessaging: NarrowByMessaging;
}

const maxFound = 50_000;

const profilesOf = (findAllIds: FindAllIds, actor: Actor, { id, filters }: { id: number; filters: string }) => {
  const query = encodeQuery([applied({ field: 'folder', text: String(id), suggestion_id: String(id) })]);
  return findAllIds(actor, { query, filters, sort: 'relevance' }, maxFound);
};

async function candidatesOf(tx: Tx, { actor, narrowByMessaging }: NarrowServices & { actor: Actor }, input: CandidateListInput) {
  const { messaging_status: statuses, mailing_list: mailingId } = input;
  if (!statuses?.length && mailingId === undefined) return undefined;
  // Without the right to see messages, a filter must not reveal them.
  if (!actor.permissions.messaging_info) return [];
  return narrowByMessaging(tx, await listCandidateIds(tx, input.id), { statuses, mailingId, actor });
}

/** CAND-008. The search runs outside the transaction. */
export async function narrowCandidates(
  services: NarrowServices,
  actor: Actor,
  input: CandidateListInput,
): Promise<Omit<CandidateFilter, 'limit' | 'offset'>> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => services.database.inCompany(actor.company.id, work);
  const ids = await inCompany(async (tx) => {
    await requireVacancy(tx, actor, { id: input.id });
    return candidatesOf(tx, { ...services, actor }, input);
  });
  const { id, filters, status: statusIds, query: name } = input;
  const profileIds = filters?.trim() ? await profilesOf(services.findAllIds, actor, { id, filters }) : undefined;
  return { vacancyId: id, ids, profileIds, statusIds, name };
}
