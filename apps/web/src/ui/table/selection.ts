import type { RowId } from './column.ts';

interface Toggle {
  ids: readonly RowId[];
  selected: ReadonlySet<RowId>;
  /** Row whose box was clicked. */
  id: RowId;
  /** With shift: the row clicked before, from which the range reaches. */
  from?: RowId | undefined;
}

/** What is chosen after a click on a row's box. With `from`, every row between takes the state that the clicked one gets. */
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

/** All of a page on, or all off where they were all on; rows of other pages stay as they are. */
export function togglePage(ids: readonly RowId[], selected: ReadonlySet<RowId>): ReadonlySet<RowId> {
  const all = ids.length > 0 && ids.every((id) => selected.has(id));
  const next = new Set(selected);
  for (const id of ids) {
    if (all) next.delete(id);
    else next.add(id);
  }
  return next;
}
