/** Folders of backups: `headwater-2026-11-30T020000Z`. */
const nameForm = /^headwater-(\d{4}-\d{2}-\d{2})T\d{6}Z$/;
const dayMs = 86_400_000;

export const nameOf = (takenAt: Date): string =>
  `headwater-${takenAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')}`;

export const isBackupName = (name: string): boolean => nameForm.test(name);

const dayOf = (name: string): string => nameForm.exec(name)?.[1] ?? '';

/** Monday of the week. */
function weekOf(name: string): number {
  const day = Date.parse(dayOf(name));
  return day - ((new Date(day).getUTCDay() + 6) % 7) * dayMs;
}

/** The newest backup of each of the newest groups. */
function newestOf<Group>(newestFirst: readonly string[], groupOf: (name: string) => Group, groups: number): string[] {
  const kept = new Map<Group, string>();
  for (const name of newestFirst) if (!kept.has(groupOf(name)) && kept.size < groups) kept.set(groupOf(name), name);
  return [...kept.values()];
}

/**
 * Counts days and weeks that have a backup, so that a pause of the product deletes nothing. The
 * newest backup always stays.
 */
export function expiredBackups(names: readonly string[], { days, weeks }: { days: number; weeks: number }): string[] {
  const newestFirst = names.filter(isBackupName).toSorted().toReversed();
  const kept = new Set([...newestOf(newestFirst, dayOf, days), ...newestOf(newestFirst, weekOf, weeks), ...newestFirst.slice(0, 1)]);
  return newestFirst.filter((name) => !kept.has(name));
}
