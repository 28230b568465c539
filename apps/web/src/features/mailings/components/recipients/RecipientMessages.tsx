import { isMessenger } from '@headwater/domain/outreach/channels';
import { Anchor, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MailingRecipientView, RecipientMessageView } from '@headwater/contract/mailing-recipients';
import { useTranslation } from '#lib/use-translation.ts';
import { MessageStatusPill } from '#ui/MessageStatusPill.tsx';
import { ChannelIcon } from '../ChannelIcon.tsx';
import { VariableText } from '#features/editor/components/VariableText.tsx';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { statusOfMessage } from '../../model/recipient-status.ts';
import classes from '../mailings.module.css';
import recipientsClasses from './recipients.module.css';

interface RecipientMessagesProps {
  recipient: MailingRecipientView;
  onOpen?: ((message: { id: number; subject: string }) => void) | undefined;
  /** SEND-028 */
  onChangeEmail?: (() => void) | undefined;
}

const exact = (moment: string) => formatDate(moment, currentLanguage(), 'dateTime');

/** SEND-021 to SEND-031 */
function Failure({ message, onChangeEmail }: { message: RecipientMessageView; onChangeEmail?: (() => void) | undefined }) {
  const { t } = useTranslation('mailings');
  if (message.error_text === null) return null;
  return (
    <div className={classes.why} data-tone="danger">
      <strong>{message.error_text}</strong>
      {message.error_hint && <div>{message.error_hint}</div>}
      {message.error_detail && <div className={classes.small}>{message.error_detail}</div>}
      {message.error_reason === 'bounce' && onChangeEmail && (
        <UnstyledButton className={classes.textButton} onClick={onChangeEmail}>
          {t('recipient.changeEmail')}
        </UnstyledButton>
      )}
      {message.error_reason === 'integration_disabled' && (
        <Anchor component={Link} to="/messaging/settings" size="sm">
          {t('launch.openSettings')}
        </Anchor>
      )}
    </div>
  );
}

/** MAIL-052 to MAIL-054 */
export function RecipientMessages({ recipient, onOpen, onChangeEmail }: RecipientMessagesProps) {
  const { t } = useTranslation('mailings');
  const { messages, messenger_problem: problem } = recipient;
  if (messages.length === 0) return <p className={classes.quiet}>{t('recipient.nothingSent')}</p>;
  return (
    <section aria-label={t('recipient.messages')}>
      <h3 className={classes.heading}>{t('recipient.messages')}</h3>
      {problem && <p className={classes.quiet}>{t(`messengerProblem.${problem}`)}</p>}
      <ol className={recipientsClasses.letters}>
        {messages.map((message, index) => {
          const { id, subject } = message;
          const status = statusOfMessage(message);
          const at = message.sent_at ?? (message.status === 'error' ? null : message.send_at);
          // After a later status such as "opened", the time needs the word "sent".
          const when = at && (message.sent_at && status !== 'sent' ? t('recipient.sentAt', { at: exact(at) }) : exact(at));
          return (
            <li key={message.template_id ?? `sent-${index}`} className={recipientsClasses.letter}>
              <div className={recipientsClasses.letterHead}>
                <MessageStatusPill status={status} />
                <ChannelIcon channel={message.channel} />
                <span className={classes.small}>{when}</span>
              </div>
              {isMessenger(message.channel) ? (
                <p className={recipientsClasses.words}>
                  <VariableText text={message.body} />
                </p>
              ) : id !== null && onOpen ? (
                <UnstyledButton className={classes.subject} onClick={() => onOpen({ id, subject })}>
                  {subject ? <VariableText text={subject} /> : t('preview.noSubject')}
                </UnstyledButton>
              ) : (
                <p className={classes.subject}>{subject ? <VariableText text={subject} /> : t('preview.noSubject')}</p>
              )}
              <Failure message={message} onChangeEmail={onChangeEmail} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
