/** `known`: the file already has a profile. */
export type ImportState = 'waiting' | 'reading' | 'added' | 'known' | 'failed';

export interface ImportEntry {
  key: string;
  file: File;
  state: ImportState;
  profileId?: number;
  /** Read from the file. */
  person?: { name: string | null; title: string | null; company: string | null };
  problem?: string;
}

export type Outcome = Pick<ImportEntry, 'state' | 'profileId' | 'person' | 'problem'>;

export interface Queue {
  entries: readonly ImportEntry[];
  left: number;
}

/** Statuses of a busy or restarting server or its proxy; 0: no response. */
export const isRetryable = (status: number): boolean => [0, 429, 502, 503, 504].includes(status);

/** Limit for a readable list and a fast browser. */
export const maxEntries = 2000;

const keyOf = ({ name, size, lastModified, webkitRelativePath: path }: File) => [path || name, size, lastModified].join('\n');

const isHidden = ({ name }: File) => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini';

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

export const again = (entries: readonly ImportEntry[]): ImportEntry[] =>
  entries.map(({ key, file, ...entry }) => (entry.state === 'failed' ? { key, file, state: 'waiting' as const } : { key, file, ...entry }));

export function countStates(entries: readonly ImportEntry[]): Record<ImportState, number> {
  const counts = { waiting: 0, reading: 0, added: 0, known: 0, failed: 0 };
  for (const { state } of entries) counts[state] += 1;
  return counts;
}
