import { Alert, Anchor, Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ServerForm } from '#ui/form.tsx';
import { mailboxQuery } from '../api/mailbox.ts';
import { valuesQuery } from '../api/messages.ts';
import { MessageFields } from './MessageFields.tsx';
import { SignatureNote } from './SignatureNote.tsx';
import { type MessageTarget, useMessageForm } from './use-message-form.ts';
import classes from './thread.module.css';

/** Goes on with a conversation at its end. */
export function ReplyBox({ profileId, candidateId, replyTo }: Omit<MessageTarget, 'onDone'>) {
  const { t } = useTranslation('outreach');
  const mailbox = useQuery(mailboxQuery).data?.mailbox;
  const values = useQuery(valuesQuery({ profileId, candidateId })).data?.values;
  const form = useMessageForm({ profileId, candidateId, replyTo, onDone: () => form.reset() });
  if (mailbox === null) {
    return (
      <section className={classes.replyBox} aria-label={t('reply')}>
        <Alert title={t('noMailbox')}>
          <Anchor component={Link} to="/messaging/settings">
            {t('openSettings')}
          </Anchor>
        </Alert>
      </section>
    );
  }
  const refused = form.field('email').error as string | undefined;
  return (
    <section className={classes.replyBox} aria-label={t('reply')}>
      <ServerForm form={form} bare guard>
        {refused && (
          <Alert color="red" role="alert" p="sm">
            {refused}
          </Alert>
        )}
        <MessageFields form={form} values={values} replyTo={replyTo?.email}>
          <SignatureNote />
          <Button type="submit" size="xs" leftSection={<IconSend size={14} />} loading={form.pending}>
            {t('send')}
          </Button>
        </MessageFields>
      </ServerForm>
    </section>
  );
}
