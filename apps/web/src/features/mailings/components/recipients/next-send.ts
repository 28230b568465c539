import { useQuery } from '@tanstack/react-query';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { MailingListView } from '@headwater/contract/mailings';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { launchInfoQuery } from '../../api/mailings.ts';
import { nextSend } from '../../model/next-send.ts';

/** SEQ-009 */
export function useNextSend({
  id,
  status,
}: Pick<MailingListView, 'id' | 'status'>): (recipient: MailingRecipientView) => string | undefined {
  const { t } = useTranslation('mailings');
  const info = useQuery({ ...launchInfoQuery(id), enabled: status === 'sending' || status === 'pending' }).data;
  return (recipient) => {
    const next = nextSend(recipient, { status, first: info?.next_message, now: new Date() });
    if (next === undefined) return undefined;
    if (next === 'immediately') return t('recipients.immediately');
    const at = next.at !== null && formatDate(next.at, currentLanguage(), 'dateTime');
    if (!('queued' in next)) return t('recipients.willBeSent', { at });
    return at ? t('recipients.queuedUntil', { at }) : next.because;
  };
}
