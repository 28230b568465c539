/** Order with `dragged` above or below `target`; undefined if unchanged. */
export function moveNextTo(
  ids: readonly number[],
  { dragged, target, edge }: { dragged: number; target: number; edge: 'above' | 'below' },
): number[] | undefined {
  const others = ids.filter((id) => id !== dragged);
  const at = others.indexOf(target);
  if (at < 0 || others.length === ids.length) return undefined;
  return unlessSame(ids, others.toSpliced(edge === 'above' ? at : at + 1, 0, dragged));
}

export function moveByStep(ids: readonly number[], { id, step }: { id: number; step: number }): number[] | undefined {
  const at = ids.indexOf(id);
  const to = at + step;
  if (at < 0 || to < 0 || to >= ids.length) return undefined;
  return unlessSame(ids, ids.toSpliced(at, 1).toSpliced(to, 0, id));
}

const unlessSame = (before: readonly number[], after: number[]): number[] | undefined =>
  after.every((id, index) => before[index] === id) ? undefined : after;
