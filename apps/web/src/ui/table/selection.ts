import type { RowId } from './column.ts';

interface Toggle {
  ids: readonly RowId[];
  selected: ReadonlySet<RowId>;
  id: RowId;
  from?: RowId | undefined;
}

/** Selection after a click. With `from`, all rows between get the state of the clicked one. */
export function toggleRows({ ids, selected, id, from }: Toggle): ReadonlySet<RowId> {
  const on = !selected.has(id);
  const [start, end] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(id)];
  const range = start < 0 || end < 0 ? [id] : ids.slice(Math.min(start, end), Math.max(start, end) + 1);
  const next = new Set(selected);
  for (const one of range) {
    if (on) next.add(one);
    else next.delete(one);
  }
  return next;
}

/** Selects a whole page, or deselects it if it was selected; keeps rows of other pages. */
export function togglePage(ids: readonly RowId[], selected: ReadonlySet<RowId>): ReadonlySet<RowId> {
  const all = ids.length > 0 && ids.every((id) => selected.has(id));
  const next = new Set(selected);
  for (const id of ids) {
    if (all) next.delete(id);
    else next.add(id);
  }
  return next;
}
