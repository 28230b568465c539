import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, statusMessage } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { again, type ImportEntry, type Outcome, withFiles, withOutcome } from './import-queue.ts';

/** Two are read at a time: the server has two readers of files. */
const atOnce = 2;
/** Where the server or the line is busy, a file is tried again after so long. */
const pauseMs = 5000;
const attempts = 5;
/** Of a file, as the server takes them. */
const maxBytes = 10 * 1024 * 1024;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs));
const passes = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status === 503);

export interface ImportOptions {
  /** Answers the id of the file on the server. */
  upload: (file: File) => Promise<number>;
  /** A profile was made. */
  onAdded: () => void;
}

/** What is said where the server has not said anything. */
interface Words {
  offline: string;
  tooLarge: string;
}

/** Answers what became of the file, whatever happens. */
async function importFile(file: File, { upload, words }: Pick<ImportOptions, 'upload'> & { words: Words }): Promise<Outcome> {
  if (file.size > maxBytes) return { state: 'failed', problem: words.tooLarge };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const made = await api.profileCreation.create({ file_id: await upload(file) });
      return { state: made.created ? 'added' : 'known', profileId: made.id };
    } catch (error) {
      if (!(error instanceof ApiError)) return { state: 'failed', problem: statusMessage(500, currentLanguage()) };
      if (!passes(error) || attempt === attempts) {
        const [field] = Object.values(error.fields);
        return { state: 'failed', problem: error.status === 0 ? words.offline : (field ?? error.message) };
      }
      await pause();
    }
  }
}

export interface Import {
  entries: readonly ImportEntry[];
  /** Files of the last choice that were too many. */
  left: number;
  /** Whether there is work to be done. */
  runs: boolean;
  add: (files: readonly File[]) => void;
  retry: () => void;
  /** What waits is forgotten; what is being read goes on. */
  stop: () => void;
}

/** Makes a profile of each file, a few at a time. */
export function useImport(options: ImportOptions): Import {
  const { t } = useTranslation(['profile-import', 'ui']);
  const [entries, setEntries] = useState<readonly ImportEntry[]>([]);
  const [left, setLeft] = useState(0);
  const words = { offline: t('offline', { ns: 'ui' }), tooLarge: t('tooLarge') };
  const latest = useRef({ ...options, words });
  useEffect(() => {
    latest.current = { ...options, words };
  });
  // Kept beside the state: a file is begun once, however often the screen is drawn.
  const begun = useRef(new Set<string>());
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);

  useEffect(() => {
    const work = async (key: string, file: File) => {
      const outcome = await importFile(file, latest.current);
      begun.current.delete(key);
      if (!isOpen.current) return;
      setEntries((before) => withOutcome(before, key, outcome));
      if (outcome.state === 'added') latest.current.onAdded();
    };
    const room = atOnce - entries.filter(({ state }) => state === 'reading').length;
    const next = entries.filter(({ state, key }) => state === 'waiting' && !begun.current.has(key)).slice(0, Math.max(0, room));
    for (const { key, file } of next) {
      begun.current.add(key);
      setEntries((before) => withOutcome(before, key, { state: 'reading' }));
      void work(key, file);
    }
  }, [entries]);

  return {
    entries,
    left,
    runs: entries.some(({ state }) => state === 'waiting' || state === 'reading'),
    add: (files) => {
      const taken = withFiles(entries, files);
      setLeft(taken.left);
      setEntries(taken.entries);
    },
    retry: () => setEntries(again),
    stop: () => setEntries((before) => before.filter(({ state }) => state !== 'waiting')),
  };
}
