import { sql } from 'kysely';
import type { CandidateTaskView } from '@headwater/contract/candidate-tasks';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { vacancyOpenTo, vacancySeenBy } from '#modules/vacancies/public.ts';
import type { CandidateTaskTables } from '../tables.ts';

export interface TaskRow {
  id: number;
  profile_id: number;
  title: string;
  due_on: string;
  due_time: string | null;
  state: CandidateTaskView['state'];
  done_at: Date | null;
  assignee_id: number;
  assignee: string;
  assignee_is_active: boolean;
  created_by: number;
  creator: string;
  creator_is_active: boolean;
  vacancy_id: number | null;
  vacancy_name: string | null;
}

interface Filter {
  id?: number;
  profileId?: number;
  /** Own tasks in that state. */
  own?: 'open' | 'done';
}

const nameOf = (user: string) =>
  sql`coalesce(nullif(trim(${sql.ref(`${user}.first_name`)} || ' ' || ${sql.ref(`${user}.last_name`)}), ''), ${sql.ref(`${user}.email`)})`;

/** Tasks of hidden vacancies are visible to their assignee and creator only. */
const matching = ({ userId, role }: Actor, { id, profileId, own }: Filter) => sql`
  from candidate_tasks as task
  join visible_profiles as profiles on profiles.id = task.profile_id and profiles.deleted_at is null
  join companies as company on company.id = task.company_id
  join users as assignee on assignee.id = task.assignee_id
  join users as creator on creator.id = task.created_by
  left join candidates on candidates.id = task.candidate_id
  left join vacancies on vacancies.id = candidates.vacancy_id
  where (vacancies.id is null or task.assignee_id = ${userId} or task.created_by = ${userId} or ${vacancyOpenTo('vacancies', { userId, role })})
    ${id === undefined ? sql`` : sql`and task.id = ${id}`}
    ${profileId === undefined ? sql`` : sql`and task.profile_id = ${profileId}`}
    ${own === undefined ? sql`` : sql`and task.assignee_id = ${userId} and (task.done_at is not null) = ${own === 'done'}`}`;

interface Page {
  limit: number;
  offset: number;
  now: Date;
}

export async function listTasks(tx: Tx, actor: Actor, { limit, offset, now, ...filter }: Filter & Page): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select task.id, task.profile_id, task.title, task.due_on::text as due_on, to_char(task.due_time, 'HH24:MI') as due_time,
      case when task.done_at is not null then 'done'
        when (task.due_time is not null and task.remind_at <= ${now}) or task.due_on < (${now}::timestamptz at time zone company.time_zone)::date then 'overdue'
        when task.due_on = (${now}::timestamptz at time zone company.time_zone)::date then 'today' else 'later' end as state,
      task.done_at, task.assignee_id, ${nameOf('assignee')} as assignee, assignee.is_active as assignee_is_active,
      task.created_by, ${nameOf('creator')} as creator, creator.is_active as creator_is_active,
      case when ${vacancySeenBy('vacancies', actor)} then vacancies.id end as vacancy_id,
      case when ${vacancySeenBy('vacancies', actor)} then vacancies.name end as vacancy_name
    ${matching(actor, filter)}
    order by task.done_at desc nulls first, task.due_on, task.due_time nulls last, task.id limit ${limit} offset ${offset}`.execute(tx);
  return rows;
}

export async function countTasks(tx: Tx, actor: Actor, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${matching(actor, filter)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** 9:00 if no time is given. */
const momentOf = (companyId: number, dueOn: unknown, dueTime: unknown) =>
  sql<Date>`((${dueOn}::date + coalesce(${dueTime}::time, '09:00')) at time zone (select time_zone from companies where id = ${companyId}))`;

export interface NewTask {
  companyId: number;
  userId: number;
  profileId: number;
  candidateId: number | null;
  title: string;
  dueOn: string;
  dueTime: string | null;
  assigneeId: number;
  now: Date;
}

export async function insertTask(tx: Tx, task: NewTask): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into candidate_tasks (company_id, profile_id, candidate_id, title, due_on, due_time, remind_at, assignee_id, created_by, created_at)
    values (${task.companyId}, ${task.profileId}, ${task.candidateId}, ${task.title}, ${task.dueOn}, ${task.dueTime},
      ${momentOf(task.companyId, task.dueOn, task.dueTime)}, ${task.assigneeId}, ${task.userId}, ${task.now}) returning id`.execute(tx);
  return rows[0]?.id ?? 0;
}

export interface TaskChange {
  companyId: number;
  id: number;
  title: string;
  dueOn: string;
  dueTime: string | null;
  assigneeId: number;
}

/** Another due moment or assignee reminds again. */
export async function changeTask(tx: Tx, { companyId, id, title, dueOn, dueTime, assigneeId }: TaskChange): Promise<void> {
  const moment = momentOf(companyId, dueOn, dueTime);
  await sql`
    update candidate_tasks set title = ${title}, due_on = ${dueOn}, due_time = ${dueTime}, remind_at = ${moment}, assignee_id = ${assigneeId},
      reminded_at = case when remind_at = ${moment} and assignee_id = ${assigneeId} then reminded_at end
    where id = ${id}`.execute(tx);
}

const tables = (tx: Tx) => tx.withTables<CandidateTaskTables>();

export const saveDone = (tx: Tx, id: number, done: { at: Date; by: number } | null) =>
  tables(tx)
    .updateTable('candidate_tasks')
    .set({ done_at: done?.at ?? null, done_by: done?.by ?? null })
    .where('id', '=', id)
    .execute();

export const deleteTask = (tx: Tx, id: number) => tables(tx).deleteFrom('candidate_tasks').where('id', '=', id).execute();

/** Active colleagues with the search, who can open the person. */
export async function isAssignable(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${userId} and is_active and moved_to is null
      and (role in ('admin', 'manager', 'service_admin') or role = 'worker' and can_search)`.execute(tx);
  return rows.length > 0;
}

export interface DueTask {
  id: number;
  company_id: number;
  assignee_id: number;
  profile_id: number;
  remind_at: Date;
}

/** Marks due tasks of active assignees as reminded, in batches. */
export async function takeDueTasks(tx: Tx, now: Date, limit: number): Promise<DueTask[]> {
  const { rows } = await sql<DueTask>`
    update candidate_tasks as task set reminded_at = ${now} where id in (
      select due.id from candidate_tasks as due join users on users.id = due.assignee_id and users.is_active
      where due.remind_at <= ${now} and due.done_at is null and due.reminded_at is null order by due.remind_at limit ${limit} for update of due skip locked)
    returning id, company_id, assignee_id, profile_id, remind_at`.execute(tx);
  return rows;
}

/** Titles of tasks that the actor sees. */
export async function visibleTasks(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; title: string }>`
    select task.id, task.title ${matching(actor, {})} and task.id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
