import { isMessenger } from '@headwater/domain/outreach/channels';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { useRecipientActions } from '../../api/recipients.ts';
import classes from '../mailings.module.css';
import recipientsClasses from './recipients.module.css';
import { ClosedContacts } from './ClosedContacts.tsx';

interface EmailFieldProps {
  recipient: MailingRecipientView;
  opened: boolean;
  onOpened: (opened: boolean) => void;
}

function EmailForm({ recipient, onDone }: { recipient: MailingRecipientView; onDone: () => void }) {
  const { t } = useTranslation(['mailings', 'ui']);
  const { change } = useRecipientActions();
  const focusFirst = useFirstFocus<HTMLInputElement>();
  const form = useServerForm({
    // A masked address is not a valid value.
    initialValues: { email: recipient.email_is_masked ? '' : recipient.email },
    submit: ({ email }) => change(recipient.id, { email }),
    onDone,
  });
  return (
    <ServerForm form={form} bare>
      <TextInput size="xs" type="email" label={t('recipients.to')} ref={focusFirst} {...form.field('email')} />
      <div className={recipientsClasses.buttons}>
        <Button size="xs" type="submit" loading={form.pending}>
          {t('save', { ns: 'ui' })}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t('cancel', { ns: 'ui' })}
        </Button>
      </div>
    </ServerForm>
  );
}

/** SEND-028: the address entered here overrides the profile. */
export function EmailField({ recipient, opened, onOpened }: EmailFieldProps) {
  const { t } = useTranslation('mailings');
  const [version, setVersion] = useState(0);
  if (opened) {
    return (
      <EmailForm
        key={version}
        recipient={recipient}
        onDone={() => {
          setVersion(version + 1);
          onOpened(false);
        }}
      />
    );
  }
  const problem = recipient.email_problem;
  const isClosed = recipient.email_is_masked || problem === 'contacts_closed';
  return (
    <>
      <p className={classes.quiet}>
        {recipient.email ? t('preview.to', { email: recipient.email }) : problem && !isClosed && t(`emailProblem.${problem}`)}{' '}
        <button type="button" className={classes.linkButton} onClick={() => onOpened(true)}>
          {t('recipient.changeEmail')}
        </button>
      </p>
      {isClosed && (
        <ClosedContacts profileId={recipient.profile.id} isReached={recipient.messages.some(({ channel }) => isMessenger(channel))} />
      )}
    </>
  );
}
