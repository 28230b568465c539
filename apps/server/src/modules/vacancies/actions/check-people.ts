import type { VacancyFields } from '@headwater/contract/vacancies';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { countFitting, listMembers, type Member } from '../store/members.ts';
import type { VacancyRow } from '../store/vacancies.ts';

export type MemberIds = Pick<VacancyFields, 'assignees' | 'granted_users'>;

export const unique = (ids: readonly number[]) => [...new Set(ids)];

/** Where the people of each kind are sent. */
const fields = { assignee: 'assignees', granted: 'granted_users' } as const;

/**
 * Whoever is put there is of the own company and has a fitting role. EMP-070: who is there already may stay, also without an account or in another role
 * by now, as whoever saves the form sends all of them. `row`: undefined for a new vacancy. Throws FieldErrors.
 */
export async function checkPeople(tx: Tx, { row, people }: { row: VacancyRow | undefined; people: MemberIds }): Promise<void> {
  const members = row ? await listMembers(tx, [row.id]) : [];
  for (const kind of ['assignee', 'granted'] as const satisfies readonly Member['kind'][]) {
    const before = new Set(members.filter((member) => member.kind === kind).map(({ id }) => id));
    const added = unique(people[fields[kind]] ?? []).filter((id) => !before.has(id));
    if ((await countFitting(tx, added, kind)) < added.length) throw new FieldErrors({ [fields[kind]]: 'vacancy_unknown_user' });
  }
}
