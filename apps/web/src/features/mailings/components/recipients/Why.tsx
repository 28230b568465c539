import { useQuery } from '@tanstack/react-query';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { whyQuery } from '../../api/mailings.ts';
import classes from '../mailings.module.css';

/** A recipient with all messages sent has no waiting reason. */
export const useWhy = ({ id, ended }: Pick<MailingRecipientView, 'id' | 'ended'>) =>
  useQuery({ ...whyQuery(id), enabled: ended !== 'finished' });

/** DEC-10 */
export function Why({ recipient }: { recipient: MailingRecipientView }) {
  const { t } = useTranslation('mailings');
  const why = useWhy(recipient).data;
  if (!why || recipient.ended === 'finished') return null;
  return (
    <section className={classes.why} aria-label={t('recipient.why')}>
      {!recipient.ended && <strong>{t('recipient.why')}</strong>}
      <div>{why.text}</div>
      {why.expected_at && <div>{t('recipient.expected', { at: formatDate(why.expected_at, currentLanguage(), 'dateTime') })}</div>}
    </section>
  );
}
