import { useQuery } from '@tanstack/react-query';
import { orpc } from '#lib/api.ts';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './deliverability.module.css';

const unreadableQuery = { ...orpc.deliverability.unreadable.queryOptions(), staleTime: 60_000 };

/** Incoming messages that were skipped. */
export function UnreadableMessages() {
  const { t } = useTranslation('deliverability');
  const messages = useQuery(unreadableQuery).data?.results ?? [];
  if (messages.length === 0) return null;
  return (
    <section aria-labelledby="unreadable" className={classes.unreadable}>
      <h2 id="unreadable" className={classes.heading}>
        {t('unreadable.title')}
      </h2>
      <p className={classes.quiet}>{t('unreadable.intro')}</p>
      <ul className={classes.checks}>
        {messages.map((message) => (
          <li key={message.id} className={classes.check}>
            <div className={classes.line}>
              <strong className={classes.name}>{message.mailbox}</strong>
              <span className={classes.quiet}>{formatDate(message.received_at ?? message.noticed_at, currentLanguage(), 'dateTime')}</span>
            </div>
            <p className={classes.text}>{t(`unreadable.reason.${message.reason}`)}</p>
            <p className={classes.quiet}>{message.message_id ?? t('unreadable.noMessageId', { id: message.remote_id })}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
