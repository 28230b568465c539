import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { memo, type ReactNode, type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import type { TelegramDialog, TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { formatDate, formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ScrollRegion } from '#ui/ScrollRegion.tsx';
import { ErrorState } from '#ui/states.tsx';
import { firstPlace, messagesQuery, useMarkRead } from '../api/messages.ts';
import { type ConversationLine, daysAgo, linesOf, messagesOf, unreadIndex } from '../model/conversation.ts';
import { Bubble, type BubbleDialog } from './Bubble.tsx';
import classes from './conversation.module.css';
import { DialogSearch } from './DialogSearch.tsx';
import { ConversationSkeleton } from './ConversationSkeleton.tsx';
import { LiveAnnouncer } from './LiveAnnouncer.tsx';
import { useJump, useLoader } from './use-jump.ts';
import { useKeptScroll, useNearView } from './use-kept-scroll.ts';
import { useNow } from './use-now.ts';

/** Minimum visibility of a message to count as read, in ms. */
const readAfterMs = 300;

interface ConversationProps {
  dialog: TelegramDialog;
  onReply: ((message: TelegramMessage) => void) | undefined;
  onSearchEnd: (() => void) | undefined;
  renderFoot: (toEnd: () => void) => ReactNode;
}

function useMessages(dialog: TelegramDialog) {
  const [opened] = useState(dialog);
  const query = useInfiniteQuery(messagesQuery(dialog.id, firstPlace(opened.unread_count)));
  const pages = query.data?.pages;
  const messages = useMemo(() => pages && messagesOf(pages), [pages]);
  const unread = messages?.[unreadIndex(messages, opened, !query.hasPreviousPage)]?.message_id;
  // State at opening: reading must not move the separator.
  const [firstUnread, setFirstUnread] = useState<number>();
  if (firstUnread === undefined && unread !== undefined) setFirstUnread(unread);
  return { query, messages, firstUnread };
}

interface ReadingOptions {
  dialog: TelegramDialog;
  messages: readonly TelegramMessage[] | undefined;
  isWhole: boolean;
  lastSeen: string | undefined;
}

function useReading({ dialog, messages = [], isWhole, lastSeen }: ReadingOptions): void {
  const markRead = useMarkRead(dialog.id);
  const seen = messages.findIndex((message) => String(message.message_id) === lastSeen);
  const first = unreadIndex(messages, dialog, isWhole);
  const maxId = first < 0 ? undefined : messages.slice(first, seen + 1).findLast(({ out }) => !out)?.message_id;
  useEffect(() => {
    if (maxId === undefined) return undefined;
    const read = () => {
      if (document.visibilityState === 'visible' && document.hasFocus()) markRead(maxId);
    };
    const timer = setTimeout(read, readAfterMs);
    document.addEventListener('visibilitychange', read);
    window.addEventListener('focus', read);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', read);
      window.removeEventListener('focus', read);
    };
  }, [maxId, markRead]);
}

/** Today and yesterday by name, updated in a dialog that stays open overnight. */
function Day({ moment }: { moment: string }) {
  const { t } = useTranslation('telegram');
  const day = daysAgo(new Date(moment), new Date(useNow(60_000)));
  return (
    <div className={classes.day}>
      <span>{day === 0 ? t('today') : day === 1 ? t('yesterday') : formatDate(new Date(moment), currentLanguage())}</span>
    </div>
  );
}

interface LinesProps {
  dialog: BubbleDialog;
  lines: readonly ConversationLine[];
  marked: number | undefined;
  onOpen: (messageId: number) => void;
  onReply: ((message: TelegramMessage) => void) | undefined;
}

const Lines = memo(function Lines({ lines, marked, ...shared }: LinesProps) {
  const { t } = useTranslation('telegram');
  return (
    <ol className={classes.lines} aria-label={t('conversation')}>
      {lines.map((line) => (
        <li key={line.message.message_id} data-line={line.message.message_id} data-marked={line.message.message_id === marked || undefined}>
          {line.beginsDay && <Day moment={line.message.date} />}
          {line.beginsUnread && <div className={classes.unread}>{t('newMessages')}</div>}
          <Bubble line={line} {...shared} />
        </li>
      ))}
    </ol>
  );
});

interface ToEndProps {
  unread: number;
  onPress: () => void;
}

function ToEnd({ unread, onPress }: ToEndProps) {
  const { t } = useTranslation('telegram');
  return (
    <button
      type="button"
      className={classes.toEnd}
      aria-label={unread > 0 ? t('toNewest', { count: unread }) : t('toEnd')}
      onClick={onPress}
    >
      {unread > 0 && <strong>{formatNumber(unread, currentLanguage())}</strong>}
      <IconChevronDown size={18} stroke={1.6} aria-hidden />
    </button>
  );
}

/** Loads the next page when scrolled near; shows a button after a failure. */
function More({ mark, failed, onRetry }: { mark: RefObject<HTMLDivElement | null>; failed: boolean; onRetry: () => void }) {
  const { t } = useTranslation('telegram');
  return (
    <div ref={mark} className={classes.more}>
      {failed && (
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          {t('loadAgain')}
        </Button>
      )}
    </div>
  );
}

function useMore({ hasMore, isBusy, failed, load }: { hasMore: boolean; isBusy: boolean; failed: boolean; load: () => void }) {
  const act = useCallback(() => load(), [load]);
  return useNearView(hasMore && !isBusy && !failed ? act : undefined);
}

export function Conversation({ dialog, onReply, onSearchEnd, renderFoot }: ConversationProps) {
  const { t } = useTranslation('telegram');
  const { query, messages, firstUnread } = useMessages(dialog);
  const startAt = firstUnread === undefined ? undefined : String(firstUnread);
  const { scroller, isAtEnd, lastSeen, toEnd } = useKeptScroll(messages, startAt);
  const hasNewer = query.hasPreviousPage;
  useReading({ dialog, messages, isWhole: !hasNewer, lastSeen });
  const { fetchNextPage, fetchPreviousPage, isFetching: isBusy } = query;
  const loadOlder = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const loadNewer = useCallback(() => void fetchPreviousPage(), [fetchPreviousPage]);
  const older = useMore({ hasMore: query.hasNextPage, isBusy, failed: query.isFetchNextPageError, load: loadOlder });
  const newer = useMore({ hasMore: hasNewer, isBusy, failed: query.isFetchPreviousPageError, load: loadNewer });
  const { marked, jump, stop } = useJump({
    messages,
    scroller,
    older: useLoader({ hasMore: query.hasNextPage, failed: query.isFetchNextPageError, load: loadOlder }),
    newer: useLoader({ hasMore: hasNewer, failed: query.isFetchPreviousPageError, load: loadNewer }),
    isBusy,
  });
  const isSearching = onSearchEnd !== undefined;
  // Closing the search cancels a pending jump.
  useEffect(() => {
    if (!isSearching) stop();
  }, [isSearching, stop]);
  const { id, name } = dialog;
  const shared = useMemo(() => ({ id, name }), [id, name]);
  const lines = useMemo(() => linesOf(messages ?? [], firstUnread), [messages, firstUnread]);
  return (
    <>
      {onSearchEnd && <DialogSearch dialogId={id} onOpen={jump} onStop={stop} onEnd={onSearchEnd} />}
      <div className={classes.place}>
        <ScrollRegion ref={scroller} className={classes.scroller} label={t('conversation')}>
          <div className={classes.inner} role="log" aria-live="off" aria-label={t('conversation')}>
            {query.isError && !messages && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
            {query.isPending && <ConversationSkeleton />}
            {messages?.length === 0 && <p className={classes.nothing}>{t('nothingWritten', { name: dialog.name })}</p>}
            {query.hasNextPage && <More mark={older} failed={query.isFetchNextPageError} onRetry={loadOlder} />}
            {messages && <Lines dialog={shared} lines={lines} marked={marked} onOpen={jump} onReply={onReply} />}
            {hasNewer && <More mark={newer} failed={query.isFetchPreviousPageError} onRetry={loadNewer} />}
          </div>
        </ScrollRegion>
        <LiveAnnouncer messages={messages} isWhole={!hasNewer} />
        {messages && !isAtEnd && <ToEnd unread={dialog.unread_count} onPress={toEnd} />}
      </div>
      {renderFoot(toEnd)}
    </>
  );
}
