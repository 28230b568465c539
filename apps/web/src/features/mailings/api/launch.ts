import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MailingListView } from '@headwater/contract/mailings';
import { api } from '#lib/api.ts';
import { confirm } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { keepMailing, refreshMailings } from './mailings.ts';

type Launch = Parameters<typeof api.mailings.launch>[0];
export type DelayInfo = NonNullable<Launch['send_delay_info']>;

/** MAIL-037, MAIL-038: launches, or launches again. Its error stays for the form that asked. */
export function useLaunch(list: MailingListView) {
  const client = useQueryClient();
  const { t } = useTranslation('mailings');
  return useMutation({
    mutationFn: (input: Omit<Launch, 'id'>) => api.mailings.launch({ id: list.id, ...input }),
    onSuccess: ({ launched, relaunched, error_relaunched: again }) =>
      showSnackbar({ message: t('launch.done', { count: launched + relaunched + again }), tone: 'success' }),
    onSettled: () => refreshMailings(client),
  });
}

/** MAIL-039, MAIL-059, SEQ-023: stops after a question. */
export function useStop(list: MailingListView): () => Promise<void> {
  const client = useQueryClient();
  const { t } = useTranslation('mailings');
  const kind = list.messaging_type;
  return async () => {
    const agreed = await confirm({ title: t(`stopping.${kind}.title`), text: t(`stopping.${kind}.text`), confirm: t('launch.stop') });
    if (!agreed) return;
    try {
      keepMailing(client, await api.mailings.stop({ id: list.id }));
      showSnackbar({ message: t(`stopping.${kind}.done`), tone: 'success' });
    } catch (error) {
      showError(error);
    }
    await refreshMailings(client);
  };
}

/** MAIL-035, MAIL-058: deletes a mailing after a question; true where it is gone. */
export function useRemoveMailing(): (list: MailingListView) => Promise<boolean> {
  const client = useQueryClient();
  const { t } = useTranslation('mailings');
  return async ({ id, name }) => {
    const agreed = await confirm({
      title: t('remove.title', { name }),
      text: t('remove.text'),
      confirm: t('recipients.delete'),
      danger: true,
    });
    if (!agreed) return false;
    try {
      await api.mailings.remove({ id });
      showSnackbar({ message: t('remove.done'), tone: 'success' });
      await refreshMailings(client);
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  };
}
