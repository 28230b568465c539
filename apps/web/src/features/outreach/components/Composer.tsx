import { Alert, Anchor, Button, SegmentedControl } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { AttachmentView } from '@headwater/contract/templates';
import type { DraftVariable } from '#features/editor/model/variables.ts';
import { orpc } from '#lib/api.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useScreenEvent } from '#lib/use-screen-event.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm } from '#ui/form.tsx';
import { mailboxQuery } from '../api/mailbox.ts';
import { valuesQuery } from '../api/messages.ts';
import { AddressField } from './AddressField.tsx';
import { MessageFields } from './MessageFields.tsx';
import { MessagePreview } from './MessagePreview.tsx';
import classes from './outreach.module.css';
import { SignatureBelow } from './SignatureBelow.tsx';
import { WaitNote } from './WaitNote.tsx';
import { type MessageTarget, useKnownAddress, useMessageForm } from './use-message-form.ts';

export interface StartingText {
  subject: string;
  body: string;
  custom_variables: DraftVariable[];
  attachments: readonly AttachmentView[];
}

interface ComposerProps extends MessageTarget {
  onTyped?: (typed: boolean) => void;
  start?: ((pick: (text: StartingText) => void, typed: StartingText) => ReactNode) | undefined;
}

function NoMailbox({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('outreach');
  return (
    <Alert title={t('noMailbox')}>
      {t('noMailboxText')}{' '}
      <Anchor component={Link} to="/messaging/settings" onClick={() => onDone()}>
        {t('openSettings')}
      </Anchor>
    </Alert>
  );
}

export function Composer(props: ComposerProps) {
  const { profileId, candidateId, onDone, onTyped, start } = props;
  const { t } = useTranslation('outreach');
  useScreenEvent('editor', () => sendEvent('Message: Open Editor', { Message_Editor_Type: 'Message' }));
  const [view, setView] = useState<'write' | 'preview'>('write');
  const mailbox = useQuery(mailboxQuery).data?.mailbox;
  const sources = useQuery(orpc.outreach.emailSources.queryOptions({ input: { profile_id: profileId } })).data;
  const values = useQuery(valuesQuery({ profileId, candidateId })).data?.values;
  const form = useMessageForm(props);
  useKnownAddress(form, sources?.sources.find((source) => source.is_valid)?.email);
  useEffect(() => onTyped?.(form.dirty && !form.pending), [onTyped, form.dirty, form.pending]);
  const shown = Object.keys(form.form.errors).length > 0 ? 'write' : view;
  if (mailbox === null) return <NoMailbox onDone={onDone} />;
  return (
    <ServerForm form={form} bare guard>
      <div className={classes.composer} data-fills>
        {mailbox?.state === 'broken' && (
          <Alert color="red" title={t('broken')}>
            {mailbox.failure}{' '}
            <Anchor component={Link} to="/messaging/settings" onClick={() => onDone()}>
              {t('reconnect')}
            </Anchor>
          </Alert>
        )}
        <AddressField profileId={profileId} sources={sources} {...form.field('email')} />
        <div className={classes.views}>
          <SegmentedControl
            size="xs"
            value={shown}
            onChange={(next) => {
              form.form.clearErrors();
              setView(next as 'write' | 'preview');
            }}
            data={[
              { value: 'write', label: t('write') },
              { value: 'preview', label: t('preview') },
            ]}
          />
          {shown === 'write' && start && (
            <div className={classes.start}>
              {start(({ attachments, ...text }) => form.form.setValues({ ...text, attachment_ids: [...attachments] }), {
                ...form.values,
                attachments: form.values.attachment_ids,
              })}
            </div>
          )}
        </div>
        {shown === 'preview' ? (
          <MessagePreview profileId={profileId} candidateId={candidateId} {...form.values} />
        ) : (
          <>
            <MessageFields form={form} values={values} />
            <SignatureBelow values={values} onLeave={() => onDone()} />
          </>
        )}
        <WaitNote profileId={profileId} />
        <div className={classes.foot}>
          <p className={classes.quiet}>{mailbox ? t('from', { address: mailbox.sends_from }) : ''}</p>
          <Button type="submit" leftSection={<IconSend size={16} />} loading={form.pending}>
            {t('send')}
          </Button>
        </div>
      </div>
    </ServerForm>
  );
}
