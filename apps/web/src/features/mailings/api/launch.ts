import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MailingListView } from '@headwater/contract/mailings';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { api } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import type { TFunction } from '#lib/translate.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { isSoon } from '../model/launch-words.ts';
import { cacheMailing, mailingEvent, recipientsQuery, refreshMailings } from './mailings.ts';

type Launch = Parameters<typeof api.mailings.launch>[0];
type Launched = Awaited<ReturnType<typeof api.mailings.launch>>;

/** ROLE-012: staff cannot launch mailings. */
export const useMayLaunch = (): boolean => mayAccess('mailing_launch', asActor(useCurrentUser()));

/** Undo period of a launch in seconds. No message leaves earlier. */
const undoSeconds = 10;

function launchedWords(t: TFunction<'mailings'>, { will_receive: count, first_message_at: first, undo_until: undo }: Launched): string {
  if (count === 0) return t('launch.doneNobody');
  const done = t('launch.done', { count });
  if (first === null) return `${done}. ${t('launch.startsLater')}`;
  const begins = isSoon(first, undo ? new Date(undo) : new Date());
  return `${done}. ${begins ? t('launch.startsNow') : t('launch.startsAt', { at: formatDate(first, currentLanguage(), 'dateTime') })}`;
}

async function undo(client: QueryClient, id: number, done: string): Promise<void> {
  try {
    cacheMailing(client, await api.mailings.undoLaunch({ id }));
    showSnackbar({ message: done, tone: 'success' });
  } catch (error) {
    showError(error);
  }
  await refreshMailings(client);
}

export function useUndoLaunch(): (id: number) => Promise<void> {
  const client = useQueryClient();
  const { t } = useTranslation('mailings');
  return (id) => undo(client, id, t('launch.undone'));
}

/** MAIL-037, MAIL-038. The calling dialog shows the error. */
export function useLaunch(list: MailingListView) {
  const client = useQueryClient();
  const { t } = useTranslation(['mailings', 'ui']);
  return useMutation({
    mutationFn: (input: Omit<Launch, 'id' | 'undo_seconds'>) => api.mailings.launch({ id: list.id, undo_seconds: undoSeconds, ...input }),
    onSuccess: (launched, { send_delay_info: plan, after_launch_status_id: statusId }) => {
      sendEvent('Mailing List: Start', {
        ...mailingEvent(list),
        Is_Delayed: (plan?.type ?? 'now') !== 'now',
        Is_Status_Changing: (statusId ?? null) !== null,
        Is_Mass_Mailing: list.recipients_count > 1,
      });
      const hide = showSnackbar({
        message: launchedWords(t, launched),
        tone: 'success',
        key: `launch-${list.id}`,
        duration: undoSeconds * 1000,
        action: { label: t('undo', { ns: 'ui' }), act: () => void undo(client, list.id, t('launch.undone')) },
      });
      // A snackbar stays open under the pointer, but its undo period ends.
      setTimeout(hide, (undoSeconds + 0.3) * 1000);
    },
    onSettled: () => refreshMailings(client),
  });
}

/** SEND-033: uses the data of the newest recipient. */
export function useSendTest(list: MailingListView) {
  const client = useQueryClient();
  const { t } = useTranslation('mailings');
  return useMutation({
    mutationFn: async (address: string) => {
      const { recipients } = await client.fetchQuery(recipientsQuery(list, { status: undefined, search: '', page: 1 }));
      const [first] = recipients;
      if (!first) return { address, count: 0 };
      const { messages } = await api.mailings.preview({ id: first.id });
      for (const { subject, html, template_id: id } of messages) {
        const attachments = list.templates.find((template) => template.id === id)?.attachments ?? [];
        // oxlint-disable-next-line no-await-in-loop -- messages are sent in order
        await api.outreach.sendTest({ subject, body: html, attachment_ids: attachments.map((file) => file.id) });
      }
      return { address, count: messages.length };
    },
    onSuccess: ({ address, count }) => showSnackbar({ message: t('review.testSent', { count, address }), tone: 'success' }),
    onError: showError,
  });
}

/** MAIL-039, MAIL-059, SEQ-023 */
export function useStop(list: MailingListView): () => Promise<void> {
  const client = useQueryClient();
  const { t } = useTranslation('mailings');
  const kind = list.messaging_type;
  return async () => {
    const agreed = await confirm({ title: t(`stopping.${kind}.title`), text: t(`stopping.${kind}.text`), confirm: t('launch.stop') });
    if (!agreed) return;
    try {
      cacheMailing(client, await api.mailings.stop({ id: list.id }));
      sendEvent('Mailing List: Stop', mailingEvent(list));
      showSnackbar({ message: t(`stopping.${kind}.done`), tone: 'success' });
    } catch (error) {
      showError(error);
    }
    await refreshMailings(client);
  };
}

/** MAIL-035, MAIL-058. Returns true if the mailing is deleted. */
export function useRemoveMailing(): (list: MailingListView) => Promise<boolean> {
  const client = useQueryClient();
  const { t } = useTranslation('mailings');
  return async ({ id, name, status }) => {
    const agreed = await confirm({
      title: t('remove.title', { name }),
      text: t('remove.text'),
      confirm: t('recipients.delete'),
      danger: true,
    });
    if (!agreed) return false;
    try {
      await api.mailings.remove({ id });
      sendEvent('Mailing List: Delete', mailingEvent({ id, status }));
      showSnackbar({ message: t('remove.done'), tone: 'success' });
      await refreshMailings(client);
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  };
}
