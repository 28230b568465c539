import { Alert, Anchor, Button, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SentMessage } from '@headwater/contract/outreach';
import { api, orpc } from '#lib/api.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { mailboxQuery } from '../api/mailbox.ts';
import { useRefreshMessages } from '../api/messages.ts';
import { AddressField } from './AddressField.tsx';
import { MessagePreview } from './MessagePreview.tsx';
import { VariableMenu } from './VariableMenu.tsx';
import classes from './outreach.module.css';

const MessageEditor = lazy(() => import('./MessageEditor.tsx').then((module) => ({ default: module.MessageEditor })));

interface ComposerProps {
  profileId: number;
  candidateId?: number | undefined;
  onDone: (sent?: SentMessage) => void;
}

/** One message to one person: address, subject, text with variables, preview. Keeps what was typed until it is sent. */
export function Composer({ profileId, candidateId, onDone }: ComposerProps) {
  const { t } = useTranslation('outreach');
  const [view, setView] = useState<'write' | 'preview'>('write');
  // The same key for every press of Send: the server then sends once.
  const requestKey = useRef(crypto.randomUUID());
  const refresh = useRefreshMessages();
  const mailbox = useQuery(mailboxQuery).data?.mailbox;
  const sources = useQuery(orpc.outreach.emailSources.queryOptions({ input: { profile_id: profileId } })).data;
  const form = useServerForm({
    initialValues: { email: '', subject: '', body: '' },
    submit: ({ email, subject, body }) =>
      api.outreach.send({
        profile_id: profileId,
        ...(candidateId === undefined ? {} : { candidate_id: candidateId }),
        ...(email === '' ? {} : { email }),
        subject,
        body,
        request_key: requestKey.current,
      }),
    onDone: (sent) => {
      refresh();
      showSnackbar({ message: t('queued', { email: sent.email }), tone: 'success' });
      onDone(sent);
    },
  });
  if (mailbox === null) {
    return (
      <Alert title={t('noMailbox')}>
        {t('noMailboxText')}{' '}
        <Anchor component={Link} to="/messaging/settings" onClick={() => onDone()}>
          {t('openSettings')}
        </Anchor>
      </Alert>
    );
  }
  const { values } = form;
  return (
    <ServerForm form={form} bare guard>
      <div className={classes.composer}>
        <AddressField profileId={profileId} sources={sources} {...form.field('email')} />
        <SegmentedControl
          size="xs"
          value={view}
          onChange={(next) => setView(next as 'write' | 'preview')}
          data={[
            { value: 'write', label: t('write') },
            { value: 'preview', label: t('preview') },
          ]}
        />
        {view === 'preview' ? (
          <MessagePreview profileId={profileId} candidateId={candidateId} subject={values.subject} body={values.body} />
        ) : (
          <>
            <TextInput
              label={t('subject')}
              maxLength={255}
              required
              {...form.field('subject')}
              rightSectionWidth={120}
              rightSection={<VariableMenu onPick={(name) => form.form.setFieldValue('subject', `${values.subject}{{${name}}}`)} />}
            />
            <Suspense fallback={<Skeleton height={232} radius="sm" />}>
              <MessageEditor
                label={t('body')}
                initialHtml={values.body}
                onChange={(html) => form.form.setFieldValue('body', html)}
                error={form.field('body').error as string | undefined}
              />
            </Suspense>
          </>
        )}
        <div className={classes.foot}>
          <p className={classes.quiet}>{mailbox ? t('from', { address: mailbox.address }) : ''}</p>
          <Button type="submit" leftSection={<IconSend size={16} />} loading={form.pending}>
            {t('send')}
          </Button>
        </div>
      </div>
    </ServerForm>
  );
}
