import { useCallback, useState } from 'react';
import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';
import { telegramTextBounds } from '@headwater/domain/outreach/telegram';
import { usedVariables } from '@headwater/domain/outreach/variables';
import { ApiError, isAbort } from '#lib/api-error.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useSend } from '../api/messages.ts';
import type { ChosenFile } from '../model/kept-files.ts';
import { useChosenFiles } from './use-chosen-files.ts';
import { useDraft } from './use-draft.ts';

export const maxMessage = telegramTextBounds.message;

/** Counts like Telegram and the server: without surrounding spaces. */
export const lengthOf = (text: string): number => text.trim().length;

export interface ComposerState {
  text: string;
  write: (text: string) => void;
  files: readonly ChosenFile[];
  choose: (files: Iterable<File>) => void;
  remove: (file: ChosenFile) => void;
  send: () => void;
  isSending: boolean;
  maySend: boolean;
  say: (text: string) => void;
  problems: readonly string[];
  other: string | undefined;
  keepMine: () => void;
  takeOther: () => void;
}

function useRefusal(text: string) {
  const { t } = useTranslation('telegram');
  const names = usedVariables(text);
  if (names.length > 0) return t('fillVariables', { names: names.map((name) => `{{${name}}}`).join(', ') });
  return lengthOf(text) > maxMessage ? t('tooLong', { count: maxMessage }) : undefined;
}

interface Sending {
  replyTo: number | undefined;
  onSent: () => void;
}

/** State of the composer: its text is the dialog's draft until sent. */
export function useComposer(dialog: Pick<TelegramDialog, 'id' | 'draft' | 'draft_version'>, { replyTo, onSent }: Sending): ComposerState {
  const { id } = dialog;
  const { text, other, keeper } = useDraft(dialog);
  const { files, choose, remove, store, isSending, problems: fileProblems, areLoading } = useChosenFiles(id);
  const [problem, setProblem] = useState<{ text: string; of: readonly unknown[] }>();
  const [note, setNote] = useState<string>();
  const refusal = useRefusal(text);
  const sendMessage = useSend(id);

  const send = async () => {
    const ids = files.flatMap(({ upload }) => (upload ? [upload.id] : []));
    const message = text.trim();
    // Also after switching dialogs and returning.
    if (store.read().isSending || areLoading || (message === '' && ids.length === 0)) return;
    const of = [text, files];
    setProblem(refusal === undefined ? undefined : { text: refusal, of });
    if (refusal !== undefined) return;
    const content = JSON.stringify([message, ids, replyTo]);
    const known = store.read().attempt;
    const attempt = known.content === content ? known : { content, key: crypto.randomUUID() };
    store.change(() => ({ attempt, isSending: true }));
    const version = await keeper.beginSending();
    let isSent = false;
    try {
      const answering = replyTo === undefined ? {} : { reply_to_id: replyTo };
      await sendMessage({ message, attachment_ids: ids, ...answering, request_key: attempt.key, draft_version: version });
      isSent = true;
      const sent = new Set(files.map(({ key }) => key));
      store.change((now) => ({
        attempt: { content: '', key: '' },
        files: now.files.filter(({ key }) => !sent.has(key)),
        // Another reply may have been chosen in the meantime.
        answered: now.answered?.message_id === replyTo ? undefined : now.answered,
      }));
      onSent();
    } catch (error) {
      if (isAbort(error)) return;
      if (!(error instanceof ApiError)) throw error;
      setProblem({ text: error.message, of });
    } finally {
      keeper.endSending(isSent);
      store.change(() => ({ isSending: false }));
    }
  };

  const isCurrent = problem !== undefined && problem.of[0] === text && problem.of[1] === files;
  return {
    text,
    write: (next) => {
      setNote(undefined);
      keeper.write(next);
    },
    other: other?.text,
    keepMine: keeper.keepMine,
    takeOther: keeper.takeOther,
    say: setNote,
    files,
    choose: useCallback((chosen: Iterable<File>) => void choose([...chosen]), [choose]),
    remove,
    send: () => void send(),
    isSending,
    maySend: !areLoading && (text.trim() !== '' || files.length > 0),
    problems: [...(note === undefined ? [] : [note]), ...fileProblems, ...(isCurrent ? [problem.text] : [])],
  };
}
