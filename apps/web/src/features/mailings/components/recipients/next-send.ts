import { useTranslation } from 'react-i18next';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { MailingListView } from '@headwater/contract/mailings';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';

/**
 * SEQ-009: when the next message goes, in words; undefined where none will.
 * @returns tells it of one recipient of the list
 */
export function useNextSend(list: Pick<MailingListView, 'status'>): (recipient: MailingRecipientView) => string | undefined {
  const { t } = useTranslation('mailings');
  return ({ next_send_at: at, ended }) => {
    if (ended || at === null || (list.status !== 'sending' && list.status !== 'pending')) return undefined;
    if (Date.parse(at) <= Date.now()) return t('recipients.immediately');
    return t('recipients.willBeSent', { at: formatDate(at, currentLanguage(), 'dateTime') });
  };
}
