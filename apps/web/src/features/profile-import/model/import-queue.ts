/** What has become of a file: it waits, it is being read, a profile was made of it, it had one before, or nothing came of it. */
export type ImportState = 'waiting' | 'reading' | 'added' | 'known' | 'failed';

export interface ImportEntry {
  /** The same for a file that is chosen twice. */
  key: string;
  file: File;
  state: ImportState;
  profileId?: number;
  /** Why nothing came of it, in the reader's language. */
  problem?: string;
}

export type Outcome = Pick<ImportEntry, 'state' | 'profileId' | 'problem'>;

export interface Queue {
  entries: readonly ImportEntry[];
  /** Files of the last choice that were too many. */
  left: number;
}

/** Statuses that a busy or restarting server answers with, also by a proxy before it; 0: none came. The same file may be sent again soon. */
export const passes = (status: number): boolean => [0, 429, 502, 503, 504].includes(status);

/** More would make the list hard to read and the browser slow; the rest is chosen afterwards, or goes through the command line. */
export const maxEntries = 2000;

const keyOf = ({ name, size, lastModified, webkitRelativePath: path }: File) => [path || name, size, lastModified].join('\n');

/** Files that a system puts beside others. */
const isHidden = ({ name }: File) => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini';

/** With the new files behind the others; a file that is there already is not taken again. */
export function withFiles(entries: readonly ImportEntry[], files: readonly File[]): Queue {
  const known = new Set(entries.map(({ key }) => key));
  const added: ImportEntry[] = [];
  for (const file of files) {
    const key = keyOf(file);
    if (known.has(key) || isHidden(file)) continue;
    known.add(key);
    added.push({ key, file, state: 'waiting' });
  }
  const all = [...entries, ...added];
  return { entries: all.slice(0, maxEntries), left: Math.max(0, all.length - maxEntries) };
}

export const withOutcome = (entries: readonly ImportEntry[], key: string, outcome: Outcome): ImportEntry[] =>
  entries.map((entry) => (entry.key === key ? { key, file: entry.file, ...outcome } : entry));

/** Those of which nothing came are tried again. */
export const again = (entries: readonly ImportEntry[]): ImportEntry[] =>
  entries.map(({ key, file, ...entry }) => (entry.state === 'failed' ? { key, file, state: 'waiting' as const } : { key, file, ...entry }));

export function countStates(entries: readonly ImportEntry[]): Record<ImportState, number> {
  const counts = { waiting: 0, reading: 0, added: 0, known: 0, failed: 0 };
  for (const { state } of entries) counts[state] += 1;
  return counts;
}
