import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { MailingListView } from '@headwater/contract/mailings';
import { useTranslation } from '#lib/use-translation.ts';
import { MessageStatusPill } from '#ui/MessageStatusPill.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { useMayLaunch } from '../../api/launch.ts';
import { useRecipientActions } from '../../api/recipients.ts';
import { statusOfRecipient } from '../../model/recipient-status.ts';
import classes from '../mailings.module.css';
import recipientsClasses from './recipients.module.css';
import { EmailField } from './EmailField.tsx';
import { RecipientMessages } from './RecipientMessages.tsx';
import { useRecipientWords } from './person.ts';
import { useWhy, Why } from './Why.tsx';

interface RecipientProgressProps {
  recipient: MailingRecipientView;
  permissions: MailingListView['permissions'];
  onOpenMessage?: ((message: { id: number; subject: string }) => void) | undefined;
}

export function RecipientProgress({ recipient, permissions, onOpenMessage }: RecipientProgressProps) {
  const { t } = useTranslation('mailings');
  const { nameOf } = useRecipientWords();
  const { stop, resume } = useRecipientActions();
  const mayLaunch = useMayLaunch();
  const [changesEmail, setChangesEmail] = useState(false);
  const why = useWhy(recipient);
  // Wait for the reason: it is in the middle and would shift the content below.
  if (why.isLoading) return <SkeletonText lines={8} />;
  return (
    <>
      <div className={recipientsClasses.letterHead}>
        <MessageStatusPill status={statusOfRecipient(recipient)} />
        <span className={classes.small}>{t('recipients.sentOf', { sent: recipient.messages_sent, total: recipient.messages_total })}</span>
        {permissions.edit && !recipient.ended && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlayerStop size={12} />}
            title={t('recipients.stopText')}
            onClick={() => void stop(recipient.id, nameOf(recipient))}
          >
            {t('recipients.stop')}
          </Button>
        )}
        {mayLaunch && permissions.send && recipient.ended === 'by_hand' && (
          <Button size="compact-xs" variant="default" leftSection={<IconPlayerPlay size={12} />} onClick={() => void resume(recipient.id)}>
            {t('recipients.resume')}
          </Button>
        )}
      </div>
      {permissions.send ? (
        <EmailField recipient={recipient} opened={changesEmail} onOpened={setChangesEmail} />
      ) : (
        <p className={classes.quiet}>{recipient.email && t('preview.to', { email: recipient.email })}</p>
      )}
      <Why recipient={recipient} />
      <RecipientMessages
        recipient={recipient}
        onOpen={onOpenMessage}
        onChangeEmail={permissions.send ? () => setChangesEmail(true) : undefined}
      />
    </>
  );
}
