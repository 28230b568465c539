import type { Actor } from '@headwater/domain/roles';
import { maySee, rightsOf, type VacancyPeople, type VacancyRights } from '@headwater/domain/vacancies/access';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { findCandidate } from '../store/candidates.ts';
import { listMembers, type Member } from '../store/members.ts';
import { findVacancy, lockVacancy, type VacancyRow } from '../store/vacancies.ts';

export const peopleOf = (row: VacancyRow, members: readonly Member[]): VacancyPeople => {
  const own = members.filter((member) => member.vacancy_id === row.id);
  return {
    accessType: row.access_type,
    createdBy: row.created_by,
    assignees: own.filter((member) => member.kind === 'assignee').map((member) => member.id),
    granted: own.filter((member) => member.kind === 'granted').map((member) => member.id),
  };
};

async function allowed(tx: Tx, actor: Actor, { row, right }: { row: VacancyRow; right: keyof VacancyRights | undefined }) {
  const people = peopleOf(row, await listMembers(tx, [row.id]));
  if (!maySee(actor, people)) throw new AppError('no_access');
  if (right && !rightsOf(actor, people)[right]) throw new AppError('forbidden');
}

/** VAC-054. Throws not_found, no_access for a hidden vacancy, or forbidden. */
export async function requireVacancy(
  tx: Tx,
  actor: Actor,
  { id, right }: { id: number; right?: keyof VacancyRights },
): Promise<VacancyRow> {
  const row = await findVacancy(tx, id);
  if (!row) throw new AppError('not_found');
  await allowed(tx, actor, { row, right });
  return row;
}

/** Locks the vacancy until commit. */
export async function requireLockedVacancy(
  tx: Tx,
  actor: Actor,
  { id, right }: { id: number; right: keyof VacancyRights },
): Promise<VacancyRow> {
  const row = await lockVacancy(tx, id);
  if (!row) throw new AppError('not_found');
  await allowed(tx, actor, { row, right });
  return row;
}

/** Locks in the order of ids, against deadlocks. */
export async function requireLockedVacancies(
  tx: Tx,
  actor: Actor,
  { ids, right }: { ids: readonly number[]; right: keyof VacancyRights },
): Promise<void> {
  for (const id of [...new Set(ids)].toSorted((one, other) => one - other)) {
    const row = await lockVacancy(tx, id);
    if (!row) throw new AppError('vacancy_unknown');
    await allowed(tx, actor, { row, right });
  }
}

export async function requireCandidate(tx: Tx, actor: Actor, candidateId: number) {
  const row = await findCandidate(tx, candidateId);
  if (!row) throw new AppError('not_found');
  await requireVacancy(tx, actor, { id: row.vacancy_id });
  return row;
}
