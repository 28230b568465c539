import type { Actor } from '@headwater/domain/roles';
import {
  deleteRefusal,
  editRefusal,
  isSameSet,
  leastUsedColor,
  movedInUse,
  statusName,
  statusNames,
  type StatusState,
} from '@headwater/domain/vacancies/statuses';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import {
  deleteStatus,
  insertStatus,
  listStatuses,
  lockCollection,
  lockStatus,
  saveOrder,
  type StatusChange,
  type StatusRow,
  updateStatus,
} from './store.ts';

/** STS-022: case-insensitive, over all levels and languages. */
function checkName(rows: readonly StatusRow[], name: string, ownId?: number): void {
  const lowered = name.toLowerCase();
  const isTaken = (row: StatusRow) => statusNames(row).some((known) => known.toLowerCase() === lowered);
  if (rows.some((row) => row.id !== ownId && isTaken(row))) throw new FieldErrors({ name: 'status_name_taken' });
}

function find(rows: readonly StatusRow[], id: number): StatusRow {
  const row = rows.find((status) => status.id === id);
  if (!row) throw new AppError('not_found');
  return row;
}

const stateOf = (rows: readonly StatusRow[], row: StatusRow): StatusState => ({
  isActive: row.is_active,
  inUse: row.in_use,
  usedByMixmax: row.used_by_mixmax,
  hasSubstatuses: rows.some((other) => other.parent_id === row.id),
  isLastActive: !rows.some((other) => other.id !== row.id && other.is_active),
});

export interface StatusInput {
  name: string;
  parent?: number | undefined;
  is_active: boolean;
  selected: boolean;
  color?: number | undefined;
}

export async function createStatus(tx: Tx, actor: Actor, input: StatusInput): Promise<number> {
  await lockCollection(tx, actor.company.id);
  const rows = await listStatuses(tx, actor.company.id);
  checkName(rows, input.name);
  const parent = rows.find((row) => row.id === input.parent);
  if (input.parent !== undefined && parent?.parent_id !== null) throw new FieldErrors({ parent: 'status_unknown_parent' });
  const level = rows.filter((row) => row.parent_id === (parent?.id ?? null));
  return insertStatus(tx, {
    companyId: actor.company.id,
    parentId: parent?.id ?? null,
    name: input.name,
    position: Math.max(-1, ...level.map((row) => row.position)) + 1,
    isActive: input.is_active,
    selected: input.selected,
    color: input.color ?? parent?.color ?? leastUsedColor(rows.map((row) => row.color)),
  });
}

export async function changeStatus(tx: Tx, actor: Actor, { id, ...change }: StatusChange & { id: number }): Promise<void> {
  await lockCollection(tx, actor.company.id);
  const rows = await listStatuses(tx, actor.company.id);
  const row = find(rows, id);
  const refusal = editRefusal(stateOf(rows, row), { isActive: change.is_active });
  if (refusal) throw new AppError(`status_edit_${refusal}`);
  const { name, ...rest } = change;
  // The displayed name is not a rename, so that default names stay translated.
  const renamed = name === undefined || name === statusName(row, actor.language) ? {} : { name };
  if (renamed.name !== undefined) checkName(rows, renamed.name, id);
  const changed = { ...rest, ...renamed };
  if (Object.keys(changed).length > 0) await updateStatus(tx, id, changed);
}

export async function removeStatus(tx: Tx, actor: Actor, { id, now }: { id: number; now: Date }): Promise<void> {
  await lockCollection(tx, actor.company.id);
  await lockStatus(tx, id);
  const rows = await listStatuses(tx, actor.company.id);
  const refusal = deleteRefusal(stateOf(rows, find(rows, id)));
  if (refusal) throw new AppError(`status_delete_${refusal}`);
  await deleteStatus(tx, id, now);
}

/** STS-011. `ids` contains every status of one level. */
export async function changeOrder(tx: Tx, actor: Actor, ids: readonly number[]): Promise<void> {
  await lockCollection(tx, actor.company.id);
  const rows = await listStatuses(tx, actor.company.id);
  const parent = rows.find((row) => row.id === ids[0])?.parent_id ?? null;
  const level = rows.filter((row) => row.parent_id === parent);
  const before = level.map((row) => row.id);
  if (!isSameSet(before, ids)) throw new FieldErrors({ statuses: 'status_order_incomplete' });
  const moved = movedInUse(before, ids, new Set(level.filter((row) => row.in_use).map((row) => row.id)));
  if (moved !== undefined) throw new AppError('status_move_in_use', { name: statusName(find(rows, moved), actor.language) });
  await saveOrder(tx, ids);
}
