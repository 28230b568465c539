import {
  type InfiniteData,
  type MutationOptions,
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { api, orpc } from '#lib/api.ts';
import { messagesOf } from '../model/conversation.ts';
import { knownPage, type MessagePage, type MessagePlace, showsAllNews } from '../model/known-page.ts';
import { dialogQuery, refreshDialogs, showDialog } from './dialogs.ts';

export const messagesPerPage = 40;
/** Overlap with known messages, so that messages that moved are not missed. */
const overlap = 10;
const most = 100;

/** Opens a dialog at its end, or slightly before the first unread message. */
export function firstPlace(unread: number): MessagePlace {
  const needed = unread + overlap;
  if (needed <= most) return { limit: Math.max(messagesPerPage, needed), offset: 0 };
  return { limit: most, offset: needed - most };
}

type MessagePages = InfiniteData<MessagePage>;

/** Dialogs that need a refetch of all pages. */
const fullRefetches = new Set<number>();
/** `isKnownBelow`: the newest page contains all changes. */
const rounds = new Map<number, { isKnownBelow: boolean; count: number; changes: number }>();

interface Reading {
  id: number;
  place: MessagePlace;
  known: MessagePages | undefined;
}

/** Refetches from newest to oldest, requesting only pages that may have changed. */
async function refetchPage({ id, place, known }: Reading, read: () => Promise<MessagePage>): Promise<MessagePage> {
  const messages = known ? messagesOf(known.pages) : [];
  if (place.before_id === undefined) {
    const page = await read();
    const [newest] = known?.pages ?? [];
    const isAsked = fullRefetches.delete(id);
    const isKnownBelow = !isAsked && newest !== undefined && place.offset === 0 && showsAllNews(newest, messages, page);
    rounds.set(id, { isKnownBelow, count: page.count, changes: page.changes });
    return page;
  }
  const round = rounds.get(id);
  const results = round?.isKnownBelow ? knownPage(messages, place) : undefined;
  return round && results ? { count: round.count, changes: round.changes, results } : read();
}

/** Newest page first, each in reading order. `start` must stay constant while open. */
export function messagesQuery(id: number, start: MessagePlace) {
  const options = orpc.telegramDialogs.messages.infiniteOptions({
    input: (place: MessagePlace) => ({ id, ...place }),
    initialPageParam: start,
    getNextPageParam: ({ results }, _pages, place): MessagePlace | undefined => {
      const [oldest] = results;
      return oldest && results.length >= place.limit ? { limit: messagesPerPage, offset: 0, before_id: oldest.message_id } : undefined;
    },
    getPreviousPageParam: (_page, _pages, { offset, before_id: before }): MessagePlace | undefined => {
      if (before !== undefined || offset === 0) return undefined;
      const begins = Math.max(0, offset - messagesPerPage);
      return { limit: Math.min(most, offset - begins + overlap), offset: begins };
    },
  });
  const { queryFn } = options;
  return {
    ...options,
    queryFn: (context: Parameters<typeof queryFn>[0]) =>
      refetchPage(
        { id, place: context.pageParam as MessagePlace, known: context.client.getQueryData<MessagePages>(context.queryKey) },
        async () => queryFn(context),
      ),
  };
}

const isNewest = ({ pageParams: [first] }: MessagePages) => (first as MessagePlace | undefined)?.offset === 0;

const allMessages = (id: number) => ({ queryKey: orpc.telegramDialogs.messages.key({ input: { id }, type: 'infinite' }) });

export const refetchMessages = (client: QueryClient, id: number): void => void client.invalidateQueries(allMessages(id));

/** TG-033. */
function showMessage(client: QueryClient, dialogId: number, message: TelegramMessage): void {
  client.setQueriesData<MessagePages>(allMessages(dialogId), (known) => {
    if (!known) return known;
    const isKnown = known.pages.some(({ results }) => results.some((one) => one.message_id === message.message_id));
    const pages = known.pages.map((page, at) => {
      if (isKnown) return { ...page, results: page.results.map((one) => (one.message_id === message.message_id ? message : one)) };
      return at === 0 && isNewest(known) ? { ...page, count: page.count + 1, results: [...page.results, message] } : page;
    });
    return { ...known, pages };
  });
}

export function useRefreshDialog(id: number): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    fullRefetches.add(id);
    await Promise.all([
      client.invalidateQueries(allMessages(id)),
      client.invalidateQueries({ queryKey: dialogQuery(id).queryKey }),
      refreshDialogs(client),
    ]);
  };
}

export interface WrittenMessage {
  message: string;
  attachment_ids: number[];
  reply_to_id?: number;
  request_key: string;
  draft_version: number;
}

export function useSend(id: number): (written: WrittenMessage) => Promise<TelegramMessage> {
  const client = useQueryClient();
  return async (written) => {
    const message = await api.telegramDialogs.send({ id, ...written });
    showMessage(client, id, message);
    // Several files are several messages, and the dialog moves up in the lists.
    void client.invalidateQueries(allMessages(id));
    void client.invalidateQueries({ queryKey: dialogQuery(id).queryKey });
    void refreshDialogs(client);
    return message;
  };
}

export function useRetry(dialogId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (messageId: number) => api.telegramDialogs.retry({ id: dialogId, message_id: messageId }),
    onSuccess: (message) => showMessage(client, dialogId, message),
    onSettled: () => void refreshDialogs(client),
  });
}

export function useLoadAttachment(dialogId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (messageId: number) => api.telegramDialogs.loadAttachment({ id: dialogId, message_id: messageId }),
    onSuccess: (message) => showMessage(client, dialogId, message),
  });
}

export function useDiscard(dialogId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (messageId: number) => api.telegramDialogs.discard({ id: dialogId, message_id: messageId }),
    onSettled: () => {
      void client.invalidateQueries(allMessages(dialogId));
      void refreshDialogs(client);
    },
  });
}

export const matchesQuery = (id: number, search: string) => orpc.telegramDialogs.search.queryOptions({ input: { id, search } });

export const versionsQuery = (id: number, messageId: number) =>
  orpc.telegramDialogs.versions.queryOptions({ input: { id, message_id: messageId } });

export const whyQuery = (id: number, messageId: number) => orpc.telegramDialogs.why.queryOptions({ input: { id, message_id: messageId } });

/** A late `markRead` would undo `markUnread`. Calls of other dialogs do not wait. */
function callInOrder<Output>(client: QueryClient, dialogId: number, options: MutationOptions<Output, Error, void>): void {
  // Not useMutation: the id changes between calls of one component.
  const mutation = client.getMutationCache().build(client, { ...options, scope: { id: `telegramDialogs.read.${dialogId}` } });
  mutation.execute().catch(() => undefined);
}

/** TG-031. */
export function useMarkRead(id: number): (maxId: number) => void {
  const client = useQueryClient();
  return useCallback(
    (maxId) =>
      callInOrder(client, id, {
        mutationFn: () => api.telegramDialogs.markRead({ id, max_id: maxId }),
        onSuccess: (dialog) => {
          showDialog(client, dialog);
          void client.invalidateQueries({ queryKey: orpc.telegramAccounts.list.key() });
        },
      }),
    [client, id],
  );
}

const marking = { mutationKey: ['telegramDialogs', 'markUnread'] };

/** The list shows a refusal, because the dialog is closed by then. */
export function useMarkUnread(): (id: number) => void {
  const client = useQueryClient();
  return useCallback(
    (id) =>
      callInOrder(client, id, {
        ...marking,
        mutationFn: () => api.telegramDialogs.markUnread({ id }),
        onSuccess: (dialog) => {
          showDialog(client, dialog);
          void refreshDialogs(client);
          void client.invalidateQueries({ queryKey: orpc.telegramAccounts.list.key() });
        },
      }),
    [client],
  );
}

export function useMarkUnreadError(): { error: Error | null; clear: () => void } {
  const client = useQueryClient();
  const errors = useMutationState({ filters: marking, select: ({ state }) => state.error });
  const clear = () => {
    const cache = client.getMutationCache();
    for (const mutation of cache.findAll({ ...marking, status: 'error' })) cache.remove(mutation);
  };
  return { error: errors.at(-1) ?? null, clear };
}

/** TG-014. */
export function useAnswerNeed(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (need: { message_id: number; is_needed: boolean }) => api.telegramDialogs.saveAnswerNeed({ id, ...need }),
    onSuccess: (dialog) => {
      showDialog(client, dialog);
      void client.invalidateQueries({ queryKey: orpc.telegramDialogs.list.key() });
    },
  });
}
