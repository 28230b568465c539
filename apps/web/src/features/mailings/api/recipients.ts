import { useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { refreshMailings } from './mailings.ts';

export type RecipientChange = Omit<Parameters<typeof api.mailings.updateRecipient>[0], 'id'>;

/** Each action resolves to true if it succeeded. */
export function useRecipientActions() {
  const client = useQueryClient();
  const { t } = useTranslation('mailings');
  const act = async (work: () => Promise<unknown>, message?: string): Promise<boolean> => {
    try {
      await work();
      if (message !== undefined) showSnackbar({ message, tone: 'success' });
      await refreshMailings(client);
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  };
  return {
    /** MAIL-046, SEQ-010 */
    async remove(ids: number[]): Promise<boolean> {
      const count = ids.length;
      const agreed = await confirm({
        title: t('recipients.deleteTitle', { count }),
        text: t('recipients.deleteText'),
        confirm: t('recipients.delete'),
        danger: true,
      });
      return agreed && act(() => api.mailings.removeRecipients({ ids }), t('steps.removed'));
    },
    stop: (id: number, name: string) => act(() => api.mailings.stopRecipient({ id }), t('recipients.stopped', { name })),
    resume: (id: number) => act(() => api.mailings.resumeRecipient({ id })),
    /** Rejects with the error and does not show it. */
    async change(id: number, change: RecipientChange): Promise<void> {
      const changed = await api.mailings.updateRecipient({ id, ...change });
      client.setQueryData(orpc.mailings.recipient.queryKey({ input: { id } }), changed);
      await Promise.all(
        [
          orpc.mailings.preview.key({ input: { id } }),
          orpc.mailings.recipients.key(),
          orpc.sequences.recipients.key(),
          orpc.mailings.why.key(),
        ].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
  };
}
