import { useTranslation } from 'react-i18next';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import { StatusPill } from '#ui/StatusPill.tsx';

const colors: Record<MailingRecipientView['status'], number> = {
  draft: 0,
  pending: 5,
  planned: 4,
  sent: 1,
  opened: 2,
  replied: 3,
  error: 8,
};

/** SEND-001: how far a recipient, or one message, has got. */
export function RecipientStatus({ status }: { status: MailingRecipientView['status'] }) {
  const { t } = useTranslation('mailings');
  return <StatusPill color={colors[status]}>{t(`state.${status}`)}</StatusPill>;
}
