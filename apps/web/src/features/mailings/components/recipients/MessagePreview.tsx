import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { telegramTextBounds } from '@headwater/domain/outreach/telegram';
import { PastJobNote } from '#features/editor/components/PastJobNote.tsx';
import { PreviewFrame } from '#features/editor/components/PreviewFrame.tsx';
import { useTranslation } from '#lib/use-translation.ts';
import { messengerName } from '#ui/channels.ts';
import { ErrorState } from '#ui/states.tsx';
import { previewQuery } from '../../api/mailings.ts';
import classes from '../mailings.module.css';

function MessengerText({ text, messenger }: { text: string; messenger: string }) {
  const { t } = useTranslation('mailings');
  const over = text.length > telegramTextBounds.message;
  return (
    <section aria-label={t('preview.title')}>
      <p className={classes.quiet}>{t('preview.byMessenger', { messenger })}</p>
      {over && (
        <p className={classes.why} data-tone="danger">
          {t('preview.tooLong', { count: telegramTextBounds.message })}
        </p>
      )}
      <p className={classes.bubble}>{text || t('preview.noText')}</p>
    </section>
  );
}

interface MessagePreviewProps {
  recipientId: number;
  /** Undefined until the message is saved. */
  templateId: number | undefined;
}

/** MAIL-047 */
export function MessagePreview({ recipientId, templateId }: MessagePreviewProps) {
  const { t } = useTranslation(['mailings', 'editor']);
  const query = useQuery(previewQuery(recipientId));
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={320} />;
  const message = query.data.messages.find((one) => one.template_id === templateId);
  if (!message) return <p className={classes.quiet}>{t('preview.notYet')}</p>;
  const messenger = message.channel === null ? undefined : messengerName(message.channel);
  return (
    <>
      {message.empty_variables.length > 0 && (
        <ul className={classes.problems} aria-label={t('lint', { ns: 'editor' })}>
          {message.empty_variables.map((name) => (
            <li key={name} className={classes.why} data-tone="danger">
              {t('findings.empty_variable', { ns: 'editor', name })}
            </li>
          ))}
        </ul>
      )}
      <PastJobNote names={message.past_variables} />
      {messenger ? (
        <MessengerText text={message.text} messenger={messenger} />
      ) : (
        <>
          {message.channel === null && <p className={classes.why}>{t('preview.passedOver')}</p>}
          <p className={classes.quiet}>{message.to ? t('preview.to', { email: message.to }) : t('preview.noEmail')}</p>
          <p className={classes.subject}>{message.subject || t('preview.noSubject')}</p>
          <PreviewFrame title={t('preview.title')} html={message.html} />
        </>
      )}
    </>
  );
}
