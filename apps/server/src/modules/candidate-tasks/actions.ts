import type { CandidateTaskView } from '@headwater/contract/candidate-tasks';
import { type Actor, isAdminType } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import { raiseNotice } from '#modules/notices/public.ts';
import { findProfileCards, requireProfile } from '#modules/profiles/public.ts';
import { requireCandidate } from '#modules/vacancies/public.ts';
import { changeTask, deleteTask, insertTask, isAssignable, listTasks, saveDone, type TaskRow } from './store/tasks.ts';

const mayRemove = (actor: Actor, row: TaskRow) => row.created_by === actor.userId || row.assignee_id === actor.userId || isAdminType(actor);

export async function presentTasks(tx: Tx, actor: Actor, rows: readonly TaskRow[]): Promise<CandidateTaskView[]> {
  const profileIds = [...new Set(rows.map((row) => row.profile_id))];
  const names = new Map((await findProfileCards(tx, profileIds, actor)).map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    due_on: row.due_on,
    due_time: row.due_time,
    state: row.state,
    done_at: row.done_at?.toISOString() ?? null,
    assignee: { id: row.assignee_id, name: row.assignee, is_active: row.assignee_is_active },
    created_by: { id: row.created_by, name: row.creator, is_active: row.creator_is_active },
    person: { id: row.profile_id, name: names.get(row.profile_id) ?? null },
    folder: row.vacancy_id === null ? null : { id: row.vacancy_id, name: row.vacancy_name ?? '' },
    permissions: { remove: mayRemove(actor, row) },
  }));
}

async function requireTask(tx: Tx, actor: Actor, { id, now }: { id: number; now: Date }): Promise<TaskRow> {
  const [row] = await listTasks(tx, actor, { id, limit: 1, offset: 0, now });
  if (!row) throw new AppError('not_found');
  return row;
}

async function viewTask(tx: Tx, actor: Actor, about: { id: number; now: Date }): Promise<CandidateTaskView> {
  const [view] = await presentTasks(tx, actor, [await requireTask(tx, actor, about)]);
  if (!view) throw new AppError('not_found');
  return view;
}

async function requireAssignable(tx: Tx, actor: Actor, assigneeId: number): Promise<void> {
  if (assigneeId !== actor.userId && !(await isAssignable(tx, assigneeId))) throw new FieldErrors({ assignee_id: 'task_unknown_assignee' });
}

interface Assigned {
  id: number;
  profileId: number;
  assigneeId: number;
  now: Date;
}

async function notifyAssignee(tx: Tx, actor: Actor, { id, profileId, assigneeId, now }: Assigned): Promise<void> {
  if (assigneeId === actor.userId) return;
  const notice = {
    about: { kind: 'task' as const, is_due: false },
    key: `${id} assigned ${now.toISOString()}`,
    objectId: id,
    profileId,
    now,
  };
  await raiseNotice(tx, { companyId: actor.company.id, userId: assigneeId, ...notice });
}

const publishTasks = (tx: Tx, actor: Actor, profileId: number) =>
  publish(tx, { companyId: actor.company.id, topic: 'candidate_tasks', ids: [profileId] });

interface Fields {
  title: string;
  dueOn: string;
  dueTime: string | null;
  assigneeId: number;
}

export async function addTask(
  tx: Tx,
  actor: Actor,
  { profileId, candidateId, now, ...fields }: Fields & { profileId: number; candidateId: number | undefined; now: Date },
): Promise<CandidateTaskView> {
  await requireProfile(tx, profileId);
  await requireAssignable(tx, actor, fields.assigneeId);
  if (candidateId !== undefined) {
    const candidate = await requireCandidate(tx, actor, candidateId).catch((error: unknown) => {
      throw error instanceof AppError ? new FieldErrors({ candidate_id: 'comment_unknown_candidate' }) : error;
    });
    if (candidate.profile_id !== profileId) throw new FieldErrors({ candidate_id: 'comment_unknown_candidate' });
  }
  const about = { companyId: actor.company.id, userId: actor.userId, profileId, candidateId: candidateId ?? null };
  const id = await insertTask(tx, { ...about, ...fields, now });
  await notifyAssignee(tx, actor, { id, profileId, assigneeId: fields.assigneeId, now });
  await publishTasks(tx, actor, profileId);
  return viewTask(tx, actor, { id, now });
}

type Change = { [Key in keyof Fields]: Fields[Key] | undefined } & { isDone: boolean | undefined };

export async function updateTask(
  tx: Tx,
  actor: Actor,
  { id, now, isDone, ...change }: Change & { id: number; now: Date },
): Promise<CandidateTaskView> {
  const row = await requireTask(tx, actor, { id, now });
  const assigneeId = change.assigneeId ?? row.assignee_id;
  if (assigneeId !== row.assignee_id) await requireAssignable(tx, actor, assigneeId);
  await changeTask(tx, {
    companyId: actor.company.id,
    id,
    title: change.title ?? row.title,
    dueOn: change.dueOn ?? row.due_on,
    dueTime: change.dueTime === undefined ? row.due_time : change.dueTime,
    assigneeId,
  });
  if (isDone !== undefined && isDone !== (row.done_at !== null)) await saveDone(tx, id, isDone ? { at: now, by: actor.userId } : null);
  if (assigneeId !== row.assignee_id) await notifyAssignee(tx, actor, { id, profileId: row.profile_id, assigneeId, now });
  await publishTasks(tx, actor, row.profile_id);
  return viewTask(tx, actor, { id, now });
}

export async function removeTask(tx: Tx, actor: Actor, about: { id: number; now: Date }): Promise<void> {
  const row = await requireTask(tx, actor, about);
  if (!mayRemove(actor, row)) throw new AppError('forbidden');
  await deleteTask(tx, row.id);
  await publishTasks(tx, actor, row.profile_id);
}
