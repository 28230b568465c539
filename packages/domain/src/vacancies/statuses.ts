/** STS-021: statuses of a new company with their palette colours, stored in English. */
export const defaultStatuses = [
  { name: 'New', ru: 'Новый', color: 0 },
  { name: 'Contacted', ru: 'Связались', color: 1 },
  { name: 'Replied', ru: 'Есть ответ', color: 2 },
  { name: 'Interview', ru: 'Интервью', color: 3 },
  { name: 'Offer', ru: 'Предложение', color: 4 },
  { name: 'Hired', ru: 'Принят', color: 5 },
  { name: 'Rejected', ru: 'Отказ', color: 6 },
] as const;

export interface NamedStatus {
  name: string;
  isDefault: boolean;
}

/** A default status has a name in the reader's language until the company renames it. */
export function statusName({ name, isDefault }: NamedStatus, language: 'en' | 'ru'): string {
  const known = isDefault && language === 'ru' ? defaultStatuses.find((status) => status.name === name) : undefined;
  return known?.ru ?? name;
}

export const statusNames = (status: NamedStatus): string[] => [statusName(status, 'en'), statusName(status, 'ru')];

export const paletteSize = 12;

export function leastUsedColor(colors: readonly number[]): number {
  const uses = Array.from({ length: paletteSize }, (_, color) => colors.filter((used) => used === color).length);
  return uses.indexOf(Math.min(...uses));
}

/** STS-012: first status in use that the new order would move. Both lists hold the same ids. */
export function movedInUse(before: readonly number[], after: readonly number[], inUse: ReadonlySet<number>): number | undefined {
  const fixed = before.filter((id) => inUse.has(id));
  const inOrder = after.filter((id) => inUse.has(id));
  return fixed.find((id, index) => inOrder[index] !== id);
}

export function isSameSet(left: readonly number[], right: readonly number[]): boolean {
  const known = new Set(left);
  return left.length === right.length && new Set(right).size === right.length && right.every((id) => known.has(id));
}

export interface StatusState {
  isActive: boolean;
  inUse: boolean;
  usedByMixmax: boolean;
  hasSubstatuses: boolean;
  isLastActive: boolean;
}

/** STS-013, STS-015 */
export function deleteRefusal(status: StatusState): 'mixmax' | 'in_use' | 'has_substatuses' | 'last' | undefined {
  if (status.usedByMixmax) return 'mixmax';
  if (status.inUse) return 'in_use';
  if (status.hasSubstatuses) return 'has_substatuses';
  return status.isActive && status.isLastActive ? 'last' : undefined;
}

/** STS-014 */
export function editRefusal(status: StatusState, change: { isActive?: boolean | undefined }): 'mixmax' | 'last' | undefined {
  if (status.usedByMixmax) return 'mixmax';
  return change.isActive === false && status.isActive && status.isLastActive ? 'last' : undefined;
}
