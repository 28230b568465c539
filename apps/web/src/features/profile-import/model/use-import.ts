import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, statusMessage } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { newRequestKey } from '#lib/request-key.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { again, type ImportEntry, type Outcome, isRetryable, type Queue, withFiles, withOutcome } from './import-queue.ts';

/** The server has two file readers. */
const atOnce = 2;
const pauseMs = 5000;
const attempts = 5;
const maxBytes = 10 * 1024 * 1024;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs));

export interface ImportOptions {
  upload: (file: File) => Promise<number>;
  onAdded: () => void;
}

interface Words {
  offline: string;
  tooLarge: string;
}

interface Means extends Pick<ImportOptions, 'upload'> {
  words: Words;
  isOpen: () => boolean;
  importKey: string;
}

/** Returns the outcome of a file; never rejects. */
async function importFile(file: File, { upload, words, isOpen, importKey }: Means): Promise<Outcome> {
  if (file.size > maxBytes) return { state: 'failed', problem: words.tooLarge };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const made = await api.profileCreation.create({ file_id: await upload(file), import_key: importKey });
      const { id: profileId, created, ...person } = made;
      return { state: created ? 'added' : 'known', profileId, person };
    } catch (error) {
      if (!(error instanceof ApiError)) return { state: 'failed', problem: statusMessage(500, currentLanguage()) };
      // The user is asked to sign in again; the file waits.
      if (error.status === 401 && isOpen()) attempt = 0;
      else if (!isRetryable(error.status) || attempt === attempts) {
        const [field] = Object.values(error.fields);
        return { state: 'failed', problem: error.status === 0 ? words.offline : (field ?? error.message) };
      }
      await pause();
    }
  }
}

export interface Import {
  entries: readonly ImportEntry[];
  left: number;
  runs: boolean;
  add: (files: readonly File[]) => void;
  retry: () => void;
  stop: () => void;
}

export function useImport(options: ImportOptions): Import {
  const { t } = useTranslation(['profile-import', 'ui']);
  const [{ entries, left }, setQueue] = useState<Queue>({ entries: [], left: 0 });
  // Updates the current list: reading a dropped folder takes time.
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
  // Outside the state: each file starts once, regardless of renders.
  const begun = useRef(new Set<string>());
  const [importKey] = useState(newRequestKey);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);

  useEffect(() => {
    const work = async (key: string, file: File) => {
      const outcome = await importFile(file, { ...latest.current, isOpen: () => isOpen.current, importKey });
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
  }, [entries, setEntries, importKey]);

  return {
    entries,
    left,
    runs: entries.some(({ state }) => state === 'waiting' || state === 'reading'),
    add: (files) => setQueue((queue) => withFiles(queue.entries, files)),
    retry: () => setEntries(again),
    stop: () => setEntries((before) => before.filter(({ state }) => state !== 'waiting')),
  };
}
