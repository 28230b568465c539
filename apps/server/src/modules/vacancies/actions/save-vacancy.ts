import { rejectConflict } from '#platform/database/reject-conflict.ts';
import type { VacancyChange, VacancyFields } from '@headwater/contract/vacancies';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import { raiseNotice } from '#modules/notices/public.ts';
import { listStatuses } from '#modules/statuses/public.ts';
import { plainFieldsOf } from '../plain-fields.ts';
import { isFitting, listMembers, type Member, saveMembers } from '../store/members.ts';
import { insertVacancy, isNameTaken, nameConstraint, updateVacancy, type VacancyRow } from '../store/vacancies.ts';
import { checkPeople, type MemberIds, unique } from './check-people.ts';
import { requireLockedVacancy } from './require-vacancy.ts';

interface Saving {
  actor: Actor;
  vacancyId: number;
  now: Date;
}

/** Sharing again after a removal raises a new notice. */
async function notifyManagers(tx: Tx, { actor, vacancyId, now }: Saving, managers: readonly number[]): Promise<void> {
  const known = new Set((await listMembers(tx, [vacancyId])).map(({ id }) => id));
  const about = { kind: 'vacancy' as const };
  const of = { companyId: actor.company.id, objectId: vacancyId, key: `${vacancyId} ${now.toISOString()}`, about, now };
  for (const userId of managers) if (!known.has(userId)) await raiseNotice(tx, { ...of, userId });
}

async function savePeople(tx: Tx, saving: Saving, input: MemberIds) {
  const place = { companyId: saving.actor.company.id, vacancyId: saving.vacancyId };
  await notifyManagers(tx, saving, unique(input.granted_users ?? []));
  const lists: [Member['kind'], number[] | undefined][] = [
    ['assignee', input.assignees],
    ['granted', input.granted_users],
  ];
  for (const [kind, userIds] of lists) {
    if (userIds) await saveMembers(tx, { ...place, kind }, unique(userIds));
  }
}

async function statusesOf(tx: Tx, actor: Actor, chosen: readonly number[] | undefined): Promise<number[]> {
  const active = (await listStatuses(tx, actor.company.id)).filter((status) => status.is_active);
  if (!chosen) {
    const selected = active.filter((status) => status.selected);
    return (selected.length > 0 ? selected : active).map((status) => status.id);
  }
  const known = new Set(active.map((status) => status.id));
  if (chosen.some((id) => !known.has(id))) throw new FieldErrors({ statuses: 'vacancy_unknown_status' });
  return unique(chosen);
}

type Salary = Partial<Pick<VacancyRow, 'salary_from' | 'salary_to' | 'salary_currency'>>;

function checkSalary({ salary_from: from, salary_to: to, salary_currency: currency }: Salary): void {
  const [least, most] = [from ?? undefined, to ?? undefined];
  if (least !== undefined && most !== undefined && least > most) throw new FieldErrors({ salary_to: 'vacancy_salary_order' });
  if ((least ?? most) !== undefined && !currency) throw new FieldErrors({ salary_currency: 'vacancy_salary_currency' });
}

const nameTaken = () => new FieldErrors({ name: 'vacancy_name_taken' });
const nameConflict = { constraint: nameConstraint, refusal: nameTaken };

/** Returns the id. Without assignees, the creator is assigned. */
export async function createVacancy(tx: Tx, actor: Actor, { input, now }: { input: VacancyFields; now: Date }): Promise<number> {
  const people = {
    assignees: input.assignees ?? (isFitting('assignee', actor.role) ? [actor.userId] : []),
    granted_users: input.granted_users,
  };
  checkSalary(input);
  if (await isNameTaken(tx, actor.userId, { name: input.name })) throw nameTaken();
  const companyId = actor.company.id;
  await checkPeople(tx, { companyId, row: undefined, people, isActive: true });
  const vacancyId = await rejectConflict(
    insertVacancy(tx, {
      ...plainFieldsOf(input),
      company_id: companyId,
      created_by: actor.userId,
      status_ids: await statusesOf(tx, actor, input.statuses),
      created_at: now,
      updated_at: now,
    }),
    nameConflict,
  );
  await savePeople(tx, { actor, vacancyId, now }, people);
  await publish(tx, { companyId, topic: 'vacancies', ids: [vacancyId] });
  return vacancyId;
}

export async function changeVacancy(tx: Tx, actor: Actor, { input, now }: { input: VacancyChange; now: Date }): Promise<void> {
  const row = await requireLockedVacancy(tx, actor, { id: input.id, right: 'edit' });
  const { assignees, granted_users: granted, statuses, id, status } = input;
  checkSalary({ ...row, ...plainFieldsOf(input) });
  const after = { name: input.name ?? row.name, status: status ?? row.status };
  if (after.status === 'active' && (await isNameTaken(tx, row.created_by, { name: after.name, exceptId: id }))) {
    throw nameTaken();
  }
  const people = { assignees, granted_users: granted };
  await checkPeople(tx, { companyId: actor.company.id, row, people, isActive: after.status === 'active' });
  const statusIds = statuses && (await statusesOf(tx, actor, statuses));
  const change = {
    ...plainFieldsOf(input),
    ...(status ? { status } : {}),
    ...(statusIds ? { status_ids: statusIds } : {}),
    updated_at: now,
  };
  await rejectConflict(updateVacancy(tx, id, change), nameConflict);
  await savePeople(tx, { actor, vacancyId: id, now }, people);
  await publish(tx, { companyId: actor.company.id, topic: 'vacancies', ids: [id] });
}
