import {
  type InfiniteData,
  keepPreviousData,
  useMutation,
  useMutationState,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';
import { api, orpc, request } from '#lib/api.ts';
import { type DialogPage, type DialogNarrowing, withDialog, withNewDialog } from '../model/dialog-pages.ts';
import type { dialogParams } from '../model/params.ts';

export const dialogsPerPage = 30;

type Shown = ReturnType<typeof dialogParams.read>;
export type DialogFilter = Pick<Shown, 'search' | 'show' | 'recruiter' | 'sim'>;

export const dialogsQuery = ({ search, show, recruiter, sim }: DialogFilter) =>
  orpc.telegramDialogs.list.infiniteOptions({
    input: (offset: number) => ({
      limit: dialogsPerPage,
      offset,
      ...(search ? { search } : {}),
      ...(recruiter === undefined ? {} : { created_by_id: recruiter }),
      ...(sim === undefined ? {} : { telegram_account_id: sim }),
      only_unread: show === 'unread',
      only_need_attention: show === 'attention',
    }),
    initialPageParam: 0,
    // By number of loaded rows: rows move between pages.
    getNextPageParam: ({ count, results }, _pages, offset) =>
      results.length > 0 && offset + results.length < count ? offset + results.length : undefined,
    placeholderData: keepPreviousData,
  });

export const creatorsQuery = orpc.telegramDialogs.creators.queryOptions();

export const dialogQuery = (id: number) => orpc.telegramDialogs.get.queryOptions({ input: { id } });

export const dialogsOfProfileQuery = (profileId: number) =>
  orpc.telegramDialogs.list.queryOptions({ input: { profile_id: profileId, limit: 20, only_unread: false, only_need_attention: false } });

export const usernamesQuery = (profileId: number) => orpc.telegramDialogs.usernames.queryOptions({ input: { profile_id: profileId } });

type DialogPages = InfiniteData<DialogPage>;
const lists = { queryKey: orpc.telegramDialogs.list.key({ type: 'infinite' }) };

export function showDialog(client: QueryClient, dialog: TelegramDialog): void {
  client.setQueryData(dialogQuery(dialog.id).queryKey, dialog);
  client.setQueriesData<DialogPages>(lists, (known) => known && { ...known, pages: withDialog(known.pages, dialog) });
}

const filterOf = ([, options]: readonly unknown[]): DialogNarrowing => (options as { input?: DialogNarrowing } | undefined)?.input ?? {};

/** TG-032. */
function showNewDialog(client: QueryClient, dialog: TelegramDialog): void {
  client.setQueryData(dialogQuery(dialog.id).queryKey, dialog);
  for (const [key, known] of client.getQueriesData<DialogPages>(lists))
    if (known) client.setQueryData<DialogPages>(key, { ...known, pages: withNewDialog(known.pages, dialog, filterOf(key)) });
}

export const refreshDialogs = (client: QueryClient) => client.invalidateQueries({ queryKey: orpc.telegramDialogs.list.key() });

export interface NewDialog {
  profile_id: number;
  username: string;
  telegram_account_id?: number | undefined;
}

export function useStartDialog(): (start: NewDialog) => Promise<TelegramDialog> {
  const client = useQueryClient();
  return async ({ telegram_account_id: account, ...start }) => {
    const dialog = await api.telegramDialogs.getOrCreate({ ...start, ...(account === undefined ? {} : { telegram_account_id: account }) });
    if (dialog.is_new) showNewDialog(client, dialog);
    else showDialog(client, dialog);
    void refreshDialogs(client);
    void client.invalidateQueries({ queryKey: orpc.telegramDialogs.creators.key() });
    return dialog;
  };
}

export function useChangeDialog(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { access_type?: TelegramDialog['access_type']; username?: string }) =>
      api.telegramDialogs.change({ id, ...change }),
    onSuccess: (dialog) => showDialog(client, dialog),
  });
}

function useShowLinked() {
  const client = useQueryClient();
  return (dialog: TelegramDialog) => {
    showDialog(client, dialog);
    void refreshDialogs(client);
    void client.invalidateQueries({ queryKey: orpc.profileEvents.key() });
  };
}

export function useLinkProfile(id: number) {
  const show = useShowLinked();
  return useMutation({
    mutationFn: (profileId: number) => api.telegramDialogs.linkProfile({ id, profile_id: profileId }),
    onSuccess: show,
  });
}

const unlinkings = ['telegramDialogs', 'unlinkProfile'];
const unlinking = (id: number) => ({ mutationKey: [...unlinkings, id] });

/** The mutation variable is the dialog's name, for an error shown after leaving it. */
export function useUnlinkProfile(id: number) {
  const show = useShowLinked();
  return useMutation({
    ...unlinking(id),
    mutationFn: (_name: string) => api.telegramDialogs.unlinkProfile({ id }),
    onSuccess: show,
  });
}

export const useUnlinkError = (id: number): Error | null =>
  useMutationState({ filters: unlinking(id), select: ({ state }) => state.error }).at(-1) ?? null;

interface NotUnlinked {
  id: number;
  name: string;
  error: Error;
}

export function useNotUnlinked(): NotUnlinked[] {
  const tries = useMutationState({
    filters: { mutationKey: unlinkings },
    select: ({ state, options }) => ({ id: Number(options.mutationKey?.at(-1)), name: String(state.variables), error: state.error }),
  });
  const last = new Map(tries.map((one) => [one.id, one]));
  return [...last.values()].flatMap(({ error, ...one }) => (error ? [{ ...one, error }] : []));
}

export function useForgetUnlinking(): (id: number) => void {
  const client = useQueryClient();
  return useCallback(
    (id) => {
      const cache = client.getMutationCache();
      for (const mutation of cache.findAll({ ...unlinking(id), status: 'error' })) cache.remove(mutation);
    },
    [client],
  );
}

type DraftSaving = Parameters<typeof api.telegramDialogs.saveDraft>[0];
type SavedDraft = Awaited<ReturnType<typeof api.telegramDialogs.saveDraft>>;

/** Timeout of a request, in ms. */
const draftMs = 30_000;

/** Saves a draft, also during page unload. */
export async function saveDraft({ id, ...body }: DraftSaving): Promise<SavedDraft> {
  const answer = await request(`/api/internal/telegram/dialogs/${id}/draft/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
    signal: AbortSignal.timeout(draftMs),
  });
  return (await answer.json()) as SavedDraft;
}
