import { useTranslation } from 'react-i18next';
import type { MailingListView } from '@headwater/contract/mailings';
import { StatusPill } from '#ui/StatusPill.tsx';

const colors: Record<MailingListView['status'], number> = { draft: 0, pending: 4, sending: 1, stopped: 5, finished: 2 };

/** MAIL-014: the state of a mailing or a sequence in a word. */
export function MailingStatus({ status }: { status: MailingListView['status'] }) {
  const { t } = useTranslation('mailings');
  return <StatusPill color={colors[status]}>{t(`status.${status}`)}</StatusPill>;
}
