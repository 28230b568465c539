/** STS-021: the statuses of a new company, with their colours of the palette of 12. They are kept under their English names. */
export const defaultStatuses = [
  { name: 'New', ru: 'Новый', color: 0 },
  { name: 'Contacted', ru: 'Связались', color: 1 },
  { name: 'Replied', ru: 'Есть ответ', color: 2 },
  { name: 'Interview', ru: 'Интервью', color: 3 },
  { name: 'Offer', ru: 'Предложение', color: 4 },
  { name: 'Hired', ru: 'Принят', color: 5 },
  { name: 'Rejected', ru: 'Отказ', color: 6 },
] as const;

/** A status as it is kept. `isDefault`: its company has never renamed it. */
export interface NamedStatus {
  name: string;
  isDefault: boolean;
}

/** What a reader calls a status: one of the first statuses in their own language until somebody renames it. */
export function statusName({ name, isDefault }: NamedStatus, language: 'en' | 'ru'): string {
  const known = isDefault && language === 'ru' ? defaultStatuses.find((status) => status.name === name) : undefined;
  return known?.ru ?? name;
}

/** Every name that some reader knows a status by. */
export const statusNames = (status: NamedStatus): string[] => [statusName(status, 'en'), statusName(status, 'ru')];

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
  const inOrder = after.filter((id) => inUse.has(id));
  return fixed.find((id, index) => inOrder[index] !== id);
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
