import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, statusMessage } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { again, type ImportEntry, type Outcome, passes, type Queue, withFiles, withOutcome } from './import-queue.ts';

/** Two are read at a time: the server has two readers of files. */
const atOnce = 2;
/** Where the server or the line is busy, a file is tried again after so long. */
const pauseMs = 5000;
const attempts = 5;
/** Of a file, as the server takes them. */
const maxBytes = 10 * 1024 * 1024;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs));

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

interface Means extends Pick<ImportOptions, 'upload'> {
  words: Words;
  /** False once the screen was left. */
  isOpen: () => boolean;
}

/** Answers what became of the file, whatever happens. */
async function importFile(file: File, { upload, words, isOpen }: Means): Promise<Outcome> {
  if (file.size > maxBytes) return { state: 'failed', problem: words.tooLarge };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const made = await api.profileCreation.create({ file_id: await upload(file) });
      return { state: made.created ? 'added' : 'known', profileId: made.id };
    } catch (error) {
      if (!(error instanceof ApiError)) return { state: 'failed', problem: statusMessage(500, currentLanguage()) };
      // Whoever was signed out is asked to sign in again, and the file waits for it.
      if (error.status === 401 && isOpen()) attempt = 0;
      else if (!passes(error.status) || attempt === attempts) {
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
  const [{ entries, left }, setQueue] = useState<Queue>({ entries: [], left: 0 });
  // Always of what stands in the list by then: a folder that was dropped takes a while to be read.
  const setEntries = useCallback(
    (change: (before: readonly ImportEntry[]) => readonly ImportEntry[]) =>
      setQueue((queue) => ({ ...queue, entries: change(queue.entries) })),
    [],
  );
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
      const outcome = await importFile(file, { ...latest.current, isOpen: () => isOpen.current });
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
  }, [entries, setEntries]);

  return {
    entries,
    left,
    runs: entries.some(({ state }) => state === 'waiting' || state === 'reading'),
    add: (files) => setQueue((queue) => withFiles(queue.entries, files)),
    retry: () => setEntries(again),
    stop: () => setEntries((before) => before.filter(({ state }) => state !== 'waiting')),
  };
}
