import type { MailingListView } from '@headwater/contract/mailings';
import { useTranslation } from '#lib/use-translation.ts';
import { type MessageStatusName, MessageStatusPill } from '#ui/MessageStatusPill.tsx';

const statusOf = {
  draft: 'draft',
  pending: 'scheduled',
  sending: 'sending',
  stopped: 'stopped',
  finished: 'finished',
} as const satisfies Record<MailingListView['status'], MessageStatusName>;

/** MAIL-014 */
export function MailingStatus({ status }: { status: MailingListView['status'] }) {
  const { t } = useTranslation('mailings');
  return <MessageStatusPill status={statusOf[status]}>{t(`status.${status}`)}</MessageStatusPill>;
}
