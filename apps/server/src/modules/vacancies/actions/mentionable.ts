import type { Mentionable } from '@headwater/contract/comments';
import { mayAccess } from '@headwater/domain/access';
import { permissionsOf } from '@headwater/domain/permissions';
import type { Actor } from '@headwater/domain/roles';
import { mayRead, type VacancyPeople } from '@headwater/domain/vacancies/access';
import type { Tx } from '#platform/database/database.ts';
import { type Colleague, listColleagues } from '../store/colleagues.ts';
import { listMembers } from '../store/members.ts';
import { findVacancy } from '../store/vacancies.ts';
import { requireCandidateOf, requireCommentable } from './comments.ts';
import { peopleOf } from './require-vacancy.ts';

type OpenVacancy = VacancyPeople & { isDeleted: boolean };

function asActor(colleague: Colleague, { company, language }: Actor): Actor {
  const { id: userId, role, can_search: searchFlag, sections } = colleague;
  const rights = { apiManager: false, dataEnrichmentEnabled: false, permissions: permissionsOf({ role, company }, sections) };
  return { userId, role, searchFlag, language, company, ...rights };
}

async function vacancyOf(tx: Tx, id: number): Promise<OpenVacancy | null> {
  const row = await findVacancy(tx, id);
  return row ? { ...peopleOf(row, await listMembers(tx, [id])), isDeleted: false } : null;
}

/** ROLE-047, ROLE-051, ROLE-056. */
export async function mentionableAt(
  tx: Tx,
  actor: Actor,
  { profileId, candidateId }: { profileId: number; candidateId: number | undefined },
): Promise<Mentionable[]> {
  await requireCommentable(tx, actor, profileId);
  const candidate = candidateId === undefined ? undefined : await requireCandidateOf(tx, actor, { candidateId, profileId });
  const vacancy = candidate ? await vacancyOf(tx, candidate.vacancy_id) : null;
  return (await listColleagues(tx))
    .filter((colleague) => {
      if (!colleague.is_active || colleague.id === actor.userId) return false;
      const person = asActor(colleague, actor);
      return mayAccess('profiles', person) && person.permissions.comments && mayRead(person, { createdBy: actor.userId, vacancy });
    })
    .map(({ id, name, email }) => ({ id, name, email }));
}
