import { maxBulk } from '@headwater/contract/candidates';
import type { ExportInput, FoundExportInput, SequenceExportInput } from '@headwater/contract/candidate-export';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { visibleProfileIds } from '#modules/profiles/public.ts';
import { type MatchingCandidate, matchingCandidates, type NarrowServices, visibleCandidates } from '#modules/vacancies/public/exporting.ts';
import { requireVacancy } from '#modules/vacancies/public.ts';
import { foundPeople, type TableInput } from './export-candidates.ts';

export interface SourceServices extends NarrowServices {
  /** Returns undefined if the sequence is closed to the actor. */
  candidatesOfSequence(
    tx: Tx,
    actor: Actor,
    sequence: { sequenceId: number; candidateIds: readonly number[] | undefined },
  ): Promise<number[] | undefined>;
}

/** Filters of a vacancy's candidates. */
type ChosenInput = Pick<ExportInput, 'candidate_ids' | 'status' | 'query' | 'messaging_status' | 'mailing_list' | 'filters'>;

export interface Chosen {
  candidates: MatchingCandidate[];
  name: string;
  requireSource: TableInput['requireSource'];
  readRows?: TableInput['readRows'];
}

export function exportSources(services: SourceServices) {
  const { database, findAllIds, candidatesOfSequence } = services;

  async function ofVacancy(actor: Actor, id: number, { candidate_ids: ids, ...filters }: ChosenInput): Promise<Chosen> {
    const { status, query, messaging_status, mailing_list, filters: search } = filters;
    const listed = { id, ids, status, query, messaging_status, mailing_list, filters: search };
    const requireSource: Chosen['requireSource'] = (tx, reader) => requireVacancy(tx, reader, { id });
    const { name } = await database.inCompany(actor.company.id, (tx) => requireVacancy(tx, actor, { id }));
    return { candidates: await matchingCandidates(services, actor, listed), name, requireSource };
  }

  async function requireSequence(tx: Tx, actor: Actor, sequence: { sequenceId: number; candidateIds: readonly number[] | undefined }) {
    const found = await candidatesOfSequence(tx, actor, sequence);
    if (!found) throw new AppError('not_found');
    return found;
  }

  const ofSequence = (
    actor: Actor,
    sequenceId: number,
    { candidate_ids: ids }: Pick<SequenceExportInput, 'candidate_ids'>,
  ): Promise<Chosen> =>
    database.inCompany(actor.company.id, async (tx) => {
      const found = await requireSequence(tx, actor, { sequenceId, candidateIds: ids.length > 0 ? ids : undefined });
      return {
        candidates: await visibleCandidates(tx, actor, found),
        name: String(sequenceId),
        requireSource: (later, reader) => requireSequence(later, reader, { sequenceId, candidateIds: [] }),
      };
    });

  /** Keeps the displayed order. The batch read drops people that become hidden later. */
  async function found(actor: Actor, { profile_ids: ids, search }: FoundExportInput): Promise<Chosen> {
    const all = ids.length > 0 || !search ? [...new Set(ids)] : await findAllIds(actor, search, maxBulk);
    if (all.length === 0) throw new AppError('candidate_nobody_found');
    const visible = await database.inCompany(actor.company.id, (tx) => visibleProfileIds(tx, all));
    return {
      candidates: all.filter((id) => visible.has(id)).map((id) => ({ id, profile_id: id })),
      name: '',
      requireSource: async () => undefined,
      readRows: foundPeople,
    };
  }

  return { ofVacancy, ofSequence, found };
}
