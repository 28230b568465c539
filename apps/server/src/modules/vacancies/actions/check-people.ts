import type { VacancyFields } from '@headwater/contract/vacancies';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { lockActiveCompany } from '#modules/companies/public.ts';
import { countFitting, findAtLimit, listMembers, type Member } from '../store/members.ts';
import type { VacancyRow } from '../store/vacancies.ts';

export type MemberIds = Pick<VacancyFields, 'assignees' | 'granted_users'>;

export const unique = (ids: readonly number[]) => [...new Set(ids)];

const fields = { assignee: 'assignees', granted: 'granted_users' } as const;

interface Saved {
  companyId: number;
  /** Before the change; undefined for a new vacancy. */
  row: VacancyRow | undefined;
  people: MemberIds;
  isActive: boolean;
}

interface Place {
  companyId: number;
  vacancyId: number | undefined;
  isRestored?: boolean;
}

/** Locks the company, so that concurrent assignments are counted. */
async function findLimited(tx: Tx, { companyId, vacancyId, isRestored = false }: Place, peopleOf: (before: number[]) => readonly number[]) {
  const limit = (await lockActiveCompany(tx, companyId))?.hm_max_folders ?? null;
  if (limit === null) return undefined;
  const members = vacancyId === undefined ? [] : await listMembers(tx, [vacancyId]);
  const before = members.filter(({ kind }) => kind === 'granted').map(({ id }) => id);
  const full = await findAtLimit(tx, peopleOf(before), { limit, exceptVacancyId: vacancyId, isRestored });
  return full && { name: full.name, limit };
}

/** COMP-034, COMP-053. Also applies on reactivation. */
async function checkLimit(tx: Tx, { companyId, row, people, isActive }: Saved): Promise<void> {
  const becomesActive = row !== undefined && row.status !== 'active';
  if (!isActive || (!people.granted_users?.length && !becomesActive)) return;
  const parts = await findLimited(tx, { companyId, vacancyId: row?.id }, (before) => {
    const after = unique(people.granted_users ?? before);
    return becomesActive ? after : after.filter((id) => !before.includes(id));
  });
  if (parts) throw new FieldErrors({ granted_users: { key: 'vacancy_hm_limit', parts } });
}

/** Members may exceed a lowered limit up to their former number. Throws vacancy_hm_limit. */
export async function checkRestored(tx: Tx, companyId: number, { id, status }: Pick<VacancyRow, 'id' | 'status'>): Promise<void> {
  if (status !== 'active') return;
  const parts = await findLimited(tx, { companyId, vacancyId: id, isRestored: true }, (before) => before);
  if (parts) throw new AppError('vacancy_hm_limit', parts);
}

/** EMP-070: existing members may stay, as the form sends them again. Throws FieldErrors. */
export async function checkPeople(tx: Tx, saved: Saved): Promise<void> {
  const { row, people } = saved;
  const members = row ? await listMembers(tx, [row.id]) : [];
  for (const kind of ['assignee', 'granted'] as const satisfies readonly Member['kind'][]) {
    const before = new Set(members.filter((member) => member.kind === kind).map(({ id }) => id));
    const added = unique(people[fields[kind]] ?? []).filter((id) => !before.has(id));
    if ((await countFitting(tx, added, kind)) < added.length) throw new FieldErrors({ [fields[kind]]: 'vacancy_unknown_user' });
  }
  await checkLimit(tx, saved);
}
