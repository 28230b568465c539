import { useCallback, useEffect, useRef, useState } from 'react';
import type { TelegramUpload } from '@headwater/contract/telegram-dialogs';
import { ApiError } from '#lib/api-error.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { refusal, upload } from '../api/attachments.ts';

const mostFiles = 10;

/** A file that goes along with a message; it is uploaded as soon as it is chosen. */
export interface ChosenFile {
  key: string;
  file: File;
  upload: TelegramUpload | undefined;
}

/** Files of a message, and what was refused of those that were chosen last. */
export function useChosenFiles(dialogId: number) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const count = useRef(0);
  const fileCount = useRef(0);
  useEffect(() => {
    fileCount.current = files.length;
  }, [files]);
  const { t } = useTranslation('telegram');
  const drop = useCallback((key: string) => setFiles((known) => known.filter((one) => one.key !== key)), []);

  const load = useCallback(
    async ({ key, file }: ChosenFile) => {
      try {
        const uploaded = await upload(dialogId, file);
        setFiles((known) => known.map((one) => (one.key === key ? { ...one, upload: uploaded } : one)));
      } catch (error) {
        drop(key);
        if (!(error instanceof ApiError)) throw error;
        setProblems((known) => [...known, `${file.name}: ${error.message}`]);
      }
    },
    [dialogId, drop],
  );

  const choose = useCallback(
    async (chosen: readonly File[]) => {
      const refused = chosen.flatMap((file) => {
        const reason = refusal(file);
        return reason ? [`${file.name}: ${reason}`] : [];
      });
      const accepted = chosen.filter((file) => refusal(file) === undefined);
      const room = Math.max(0, mostFiles - fileCount.current);
      const taken = accepted.slice(0, room);
      if (taken.length < accepted.length) refused.push(t('mostFiles', { count: mostFiles }));
      const added = taken.map((file): ChosenFile => ({ key: String(++count.current), file, upload: undefined }));
      setProblems(refused);
      setFiles((known) => [...known, ...added]);
      // One after another: a slow line is not shared by all of them.
      for (const one of added) await load(one);
    },
    [load, t],
  );

  return {
    files,
    choose,
    remove: useCallback(
      ({ key }: ChosenFile) => {
        drop(key);
        setProblems([]);
      },
      [drop],
    ),
    removeAll: useCallback(() => setFiles([]), []),
    problems,
    areLoading: files.some((one) => one.upload === undefined),
  };
}
