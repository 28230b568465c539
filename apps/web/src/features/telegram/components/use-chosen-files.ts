import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { refusal, upload } from '../api/attachments.ts';
import { type ChosenFile, keptFiles } from '../model/kept-files.ts';

const mostFiles = 10;

export function useChosenFiles(dialogId: number) {
  const { id: userId } = useCurrentUser();
  const chosenFiles = keptFiles(userId, dialogId);
  const { files, problems, isSending } = useSyncExternalStore(chosenFiles.subscribe, chosenFiles.read);
  const { t } = useTranslation('telegram');
  const drop = useCallback(
    (key: string) => chosenFiles.change(({ files: known }) => ({ files: known.filter((one) => one.key !== key) })),
    [chosenFiles],
  );

  const load = useCallback(
    async ({ key, file }: ChosenFile) => {
      try {
        const uploaded = await upload(dialogId, file);
        chosenFiles.change(({ files: known }) => ({ files: known.map((one) => (one.key === key ? { ...one, upload: uploaded } : one)) }));
      } catch (error) {
        drop(key);
        if (!(error instanceof ApiError)) throw error;
        chosenFiles.change(({ problems: known }) => ({ problems: [...known, `${file.name}: ${error.message}`] }));
      }
    },
    [dialogId, drop, chosenFiles],
  );

  const choose = useCallback(
    async (chosen: readonly File[]) => {
      const refused = chosen.flatMap((file) => {
        const reason = refusal(file);
        return reason ? [`${file.name}: ${reason}`] : [];
      });
      const accepted = chosen.filter((file) => refusal(file) === undefined);
      const room = Math.max(0, mostFiles - chosenFiles.read().files.length);
      const taken = accepted.slice(0, room);
      if (taken.length < accepted.length) refused.push(t('mostFiles', { count: mostFiles }));
      const added = taken.map((file): ChosenFile => ({ key: crypto.randomUUID(), file, upload: undefined }));
      chosenFiles.change(({ files: known }) => ({ files: [...known, ...added], problems: refused }));
      // Sequentially, so that uploads do not share a slow connection.
      for (const one of added) await load(one);
    },
    [chosenFiles, load, t],
  );

  return {
    files,
    choose,
    remove: useCallback(
      ({ key }: ChosenFile) => {
        drop(key);
        chosenFiles.change(() => ({ problems: [] }));
      },
      [drop, chosenFiles],
    ),
    store: chosenFiles,
    isSending,
    problems,
    areLoading: files.some((one) => one.upload === undefined),
  };
}
