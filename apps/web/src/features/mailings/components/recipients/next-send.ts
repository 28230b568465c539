import { useTranslation } from 'react-i18next';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { MailingListView } from '@headwater/contract/mailings';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { nextSend } from '../../model/next-send.ts';

/**
 * SEQ-009 in words; undefined where nothing will be sent.
 * @returns tells it of one recipient of the list
 */
export function useNextSend({ status }: Pick<MailingListView, 'status'>): (recipient: MailingRecipientView) => string | undefined {
  const { t } = useTranslation('mailings');
  return (recipient) => {
    const next = nextSend(recipient, { status, now: new Date() });
    if (next === undefined) return undefined;
    if (next === 'immediately') return t('recipients.immediately');
    return t('recipients.willBeSent', { at: formatDate(next.at, currentLanguage(), 'dateTime') });
  };
}
