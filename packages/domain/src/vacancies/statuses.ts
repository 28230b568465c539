/** STS-021: the statuses of a new company, with their colours of the palette of 12. */
export const defaultStatuses = [
  { name: 'New', color: 0 },
  { name: 'Contacted', color: 1 },
  { name: 'Replied', color: 2 },
  { name: 'Interview', color: 3 },
  { name: 'Offer', color: 4 },
  { name: 'Hired', color: 5 },
  { name: 'Rejected', color: 6 },
] as const;

export const paletteSize = 12;

/** The colour that the fewest of the statuses have; of several the first. */
export function leastUsedColor(colors: readonly number[]): number {
  const uses = Array.from({ length: paletteSize }, (_, color) => colors.filter((used) => used === color).length);
  return uses.indexOf(Math.min(...uses));
}

/**
 * STS-012: the first status in use that the new order would move, undefined where none. Statuses in use stay in their order among each
 * other; the others may go anywhere between them. Both lists hold the same ids.
 */
export function movedInUse(before: readonly number[], after: readonly number[], inUse: ReadonlySet<number>): number | undefined {
  const fixed = before.filter((id) => inUse.has(id));
  const wanted = after.filter((id) => inUse.has(id));
  return fixed.find((id, index) => wanted[index] !== id);
}

/** True where both lists hold exactly the same ids, each once. */
export function isSameSet(left: readonly number[], right: readonly number[]): boolean {
  const known = new Set(left);
  return left.length === right.length && new Set(right).size === right.length && right.every((id) => known.has(id));
}

export interface StatusState {
  isActive: boolean;
  inUse: boolean;
  usedByMixmax: boolean;
  hasSubstatuses: boolean;
  /** No other status of the company may be given to candidates. */
  isLastActive: boolean;
}

/** STS-013, STS-015: why a status cannot be deleted; undefined where it can. */
export function deleteRefusal(status: StatusState): 'mixmax' | 'in_use' | 'has_substatuses' | 'last' | undefined {
  if (status.usedByMixmax) return 'mixmax';
  if (status.inUse) return 'in_use';
  if (status.hasSubstatuses) return 'has_substatuses';
  return status.isActive && status.isLastActive ? 'last' : undefined;
}

/** STS-014: why a status cannot be changed so; undefined where it can. */
export function editRefusal(status: StatusState, change: { isActive?: boolean | undefined }): 'mixmax' | 'last' | undefined {
  if (status.usedByMixmax) return 'mixmax';
  return change.isActive === false && status.isActive && status.isLastActive ? 'last' : undefined;
}
