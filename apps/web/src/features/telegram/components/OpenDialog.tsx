import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { TelegramDialog, TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ErrorState } from '#ui/states.tsx';
import { dialogQuery } from '../api/dialogs.ts';
import { useMarkRead } from '../api/messages.ts';
import { keptFiles } from '../model/kept-files.ts';
import { AnswerNeed } from './AnswerNeed.tsx';
import { Composer, type ToolsProps } from './Composer.tsx';
import { Conversation } from './Conversation.tsx';
import { ConversationSkeleton } from './ConversationSkeleton.tsx';
import classes from './conversation.module.css';
import composerClasses from './composer.module.css';
import { DialogHead } from './DialogHead.tsx';
import { DropZone, type TakeFiles } from './DropZone.tsx';

interface OpenDialogProps {
  id: number;
  field: RefObject<HTMLTextAreaElement | null>;
  hasDetails: boolean;
  onDetails: () => void;
  onClose: () => void;
  Tools: ComponentType<ToolsProps>;
}

/** Also states that a waiting person is owed no answer. */
function Closed({ dialog: { closed, account, last_message: last } }: { dialog: TelegramDialog }) {
  const { t } = useTranslation('telegram');
  const isOver = account.state === 'removed' || account.state === 'banned';
  return (
    <div className={composerClasses.foot}>
      <Alert color="yellow" p="sm" title={closed}>
        {isOver && last?.out === false && t('answerNeed.closed')}
      </Alert>
    </div>
  );
}

/** Focuses the composer, except on a phone, where the keyboard would cover messages. */
function useFocusOnOpen(field: RefObject<HTMLTextAreaElement | null>, isReady: boolean): void {
  const phone = usePhone();
  useEffect(() => {
    if (isReady && !phone) field.current?.focus({ preventScroll: true });
  }, [field, isReady, phone]);
}

function useClearUnreadMark(dialog: TelegramDialog | undefined, isFresh: boolean): void {
  const markRead = useMarkRead(dialog?.id ?? 0);
  const lastId = dialog?.last_message?.message_id;
  // Reading unread messages clears the mark anyway.
  const isMarked = dialog?.is_marked_unread === true && dialog.unread_count === 0;
  const opened = useRef<boolean>(undefined);
  useEffect(() => {
    // Only the state at opening counts: a mark that a colleague sets later stays.
    if (opened.current === undefined && isFresh) opened.current = isMarked;
    if (!opened.current || !isMarked || lastId === undefined) return;
    opened.current = false;
    markRead(lastId);
  }, [isFresh, isMarked, lastId, markRead]);
}

function useReply(field: RefObject<HTMLTextAreaElement | null>, dialogId: number) {
  const { id: userId } = useCurrentUser();
  const { read, subscribe, change } = keptFiles(userId, dialogId);
  const { answered } = useSyncExternalStore(subscribe, read);
  const reply = useCallback(
    (message: TelegramMessage) => {
      change(() => ({ answered: message }));
      field.current?.focus();
    },
    [field, change],
  );
  return { answered, reply, end: useCallback(() => change(() => ({ answered: undefined })), [change]) };
}

export function OpenDialog({ id, field, Tools, ...head }: OpenDialogProps) {
  const { t } = useTranslation('telegram');
  const query = useQuery({ ...dialogQuery(id), refetchOnMount: 'always' });
  const dialog = query.data;
  const take = useRef<TakeFiles>(null);
  const onTake = useCallback((takes: TakeFiles | null) => {
    take.current = takes;
  }, []);
  const { answered, reply, end } = useReply(field, id);
  const [isSearching, setSearching] = useState(false);
  const endSearch = useCallback(() => setSearching(false), []);
  useClearUnreadMark(dialog, query.isFetchedAfterMount);
  useFocusOnOpen(field, dialog !== undefined && dialog.closed === null);
  if (!dialog) {
    return (
      <section className={classes.open} aria-label={t('dialog')}>
        <DialogHead dialog={undefined} isSearching={false} {...head} />
        <div className={classes.waiting}>
          {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <ConversationSkeleton />}
        </div>
      </section>
    );
  }
  return (
    <DropZone take={take} isOpen={dialog.closed === null} label={t('dialogWith', { name: dialog.name })}>
      <DialogHead dialog={dialog} isSearching={isSearching} onSearch={() => setSearching(!isSearching)} {...head} />
      <Conversation
        dialog={dialog}
        onSearchEnd={isSearching ? endSearch : undefined}
        onReply={dialog.closed === null ? reply : undefined}
        renderFoot={(toEnd) => (
          <>
            <AnswerNeed dialog={dialog} />
            {dialog.closed === null ? (
              <Composer dialog={dialog} field={field} onTake={onTake} answered={answered} onReplyEnd={end} onSent={toEnd} Tools={Tools} />
            ) : (
              <Closed dialog={dialog} />
            )}
          </>
        )}
      />
    </DropZone>
  );
}
