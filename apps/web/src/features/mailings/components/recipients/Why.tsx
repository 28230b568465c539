import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { whyQuery } from '../../api/mailings.ts';
import classes from '../mailings.module.css';

/** DEC-10: why the next message to this person has not gone out yet, and when it will. */
export function Why({ recipient }: { recipient: MailingRecipientView }) {
  const { t } = useTranslation('mailings');
  const why = useQuery({ ...whyQuery(recipient.id), enabled: recipient.ended !== 'finished' }).data;
  if (!why || recipient.ended === 'finished') return null;
  return (
    <section className={classes.why} aria-label={t('recipient.why')}>
      <strong>{recipient.ended ? t('recipient.whyOver') : t('recipient.why')}</strong>
      <div>
        {why.text}
        {why.expected_at && ` · ${t('recipient.expected', { at: formatDate(why.expected_at, currentLanguage(), 'dateTime') })}`}
      </div>
    </section>
  );
}
