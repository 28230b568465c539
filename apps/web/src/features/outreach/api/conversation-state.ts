import { useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';

/** For the current user only. Done and snoozed conversations return with the next reply. */
export function useConversationState(profileId: number) {
  const { t } = useTranslation('outreach');
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: orpc.outreach.threads.key() }),
      client.invalidateQueries({ queryKey: orpc.outreach.thread.key({ input: { profile_id: profileId } }) }),
      client.invalidateQueries({ queryKey: orpc.inbox.unread.key() }),
    ]);
  const input = { profile_id: profileId };
  const undo = () => void api.outreach.putBack(input).then(refresh).catch(showError);
  return {
    /** Null: done. */
    async setAside(until: Date | null): Promise<void> {
      await api.outreach.setAside({ ...input, until: until?.toISOString() ?? null });
      await refresh();
      const message = until ? t('snoozedUntil', { at: formatDate(until, currentLanguage(), 'dateTime') }) : t('markedDone');
      showSnackbar({ message, action: { label: t('undo'), act: undo } });
    },
    async putBack(): Promise<void> {
      await api.outreach.putBack(input);
      await refresh();
      showSnackbar({ message: t('returned') });
    },
    async assign(assignee: { id: number; name: string } | null): Promise<void> {
      await api.outreach.assign({ ...input, user_id: assignee?.id ?? null });
      await refresh();
      showSnackbar({ message: assignee ? t('assignedTo', { name: assignee.name }) : t('unassignedNow') });
    },
    async markUnread(): Promise<void> {
      await api.outreach.markUnread(input);
      await refresh();
    },
  };
}
