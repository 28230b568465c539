import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';
import { useCurrentUser } from '#lib/current-user.ts';
import { dialogQuery, saveDraft, showDialog } from '../api/dialogs.ts';
import type { Draft, SavedDraft } from '../model/draft.ts';
import { createDraftKeeper, type DraftKeeper } from '../model/keep-draft.ts';
import { leftDrafts } from '../model/left-drafts.ts';

type Drafted = Pick<TelegramDialog, 'id' | 'draft' | 'draft_version'>;

function useSave(id: number) {
  const client = useQueryClient();
  return async (text: string, after: number, replaces?: string): Promise<SavedDraft> => {
    const body = { message: text, draft_version: after, ...(replaces === undefined ? {} : { draft_replaces: replaces }) };
    const { draft, draft_version: version } = await saveDraft({ id, ...body });
    const known = client.getQueryData(dialogQuery(id).queryKey);
    if (known && known.draft_version < version) showDialog(client, { ...known, draft, draft_version: version });
    return { text: draft, version };
  };
}

function useSaveOnLeave(keeper: DraftKeeper): void {
  useEffect(() => {
    const leave = () => keeper.flush(true);
    const hide = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      leave();
    };
  }, [keeper]);
}

export function useDraft({ id, draft: stored, draft_version: version }: Drafted): Draft & { keeper: DraftKeeper } {
  const { id: userId } = useCurrentUser();
  const client = useQueryClient();
  const save = useSave(id);
  const [keeper] = useState(() => createDraftKeeper({ stored: { text: stored, version }, save, left: leftDrafts(userId, id) }));
  const draft = useSyncExternalStore(keeper.subscribe, keeper.read);
  useEffect(() => {
    keeper.take({ text: stored, version });
    const known = client.getQueryData(dialogQuery(id).queryKey);
    if (known?.draft_version === version) showDialog(client, known);
  }, [client, keeper, id, stored, version]);
  useSaveOnLeave(keeper);
  return { ...draft, keeper };
}
