import { Alert, Anchor, Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SentMessage } from '@headwater/contract/outreach';
import type { AttachmentView } from '@headwater/contract/templates';
import { VariableValues } from '#features/editor/components/VariableValues.tsx';
import type { DraftVariable } from '#features/editor/model/variables.ts';
import { api, orpc } from '#lib/api.ts';
import { loadTexts } from '#lib/i18n.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { mailboxQuery } from '../api/mailbox.ts';
import { useRefreshMessages } from '../api/messages.ts';
import { AddressField } from './AddressField.tsx';
import { MessagePreview } from './MessagePreview.tsx';
import classes from './outreach.module.css';

const subjectHeight = 20 + 36;
/** Label, toolbar, room for eight lines, and the button for files below: the same before and after its code has come. */
const editorHeight = 254 + 12 + 30;
const AttachmentList = lazy(async () => ({
  default: (await import('#features/editor/components/AttachmentList.tsx')).AttachmentList,
}));
const SubjectField = lazy(async () => {
  const [module] = await Promise.all([import('#features/editor/components/SubjectField.tsx'), loadTexts('editor')]);
  return { default: module.SubjectField };
});
const MessageBody = lazy(async () => {
  const [module] = await Promise.all([import('#features/editor/components/MessageBody.tsx'), loadTexts('editor')]);
  return { default: module.MessageBody };
});

/** A text to start from. */
export interface StartingText {
  subject: string;
  body: string;
  custom_variables: DraftVariable[];
  attachments: readonly AttachmentView[];
}

interface ComposerProps {
  profileId: number;
  candidateId?: number | undefined;
  onDone: (sent?: SentMessage) => void;
  /** Told whether there is text that closing would lose. */
  onTyped?: (typed: boolean) => void;
  /** Draws what offers texts to start from; `typed` is what stands there already. */
  start?: ((pick: (text: StartingText) => void, typed: StartingText) => ReactNode) | undefined;
}

const emptyMessage = {
  email: '',
  subject: '',
  body: '',
  custom_variables: [] as DraftVariable[],
  /** As the files are shown; only their ids are sent. */
  attachment_ids: [] as AttachmentView[],
};

function useMessageForm({ profileId, candidateId, onDone }: ComposerProps) {
  const { t } = useTranslation('outreach');
  // The same key for every press of Send: the server then sends once.
  const requestKey = useRef(crypto.randomUUID());
  const refresh = useRefreshMessages();
  return useServerForm({
    initialValues: emptyMessage,
    submit: ({ email, subject, body, custom_variables, attachment_ids: files }) =>
      api.outreach.send({
        profile_id: profileId,
        ...(candidateId === undefined ? {} : { candidate_id: candidateId }),
        ...(email === '' ? {} : { email }),
        subject,
        body,
        custom_variables,
        attachment_ids: files.map(({ id }) => id),
        request_key: requestKey.current,
      }),
    onDone: (sent) => {
      refresh();
      showSnackbar({ message: t('queued', { email: sent.email }), tone: 'success' });
      onDone(sent);
    },
  });
}

type MessageForm = ReturnType<typeof useMessageForm>;

/** Fills in the address that the profile knows. Nobody typed it, so it alone is no reason to ask before leaving. */
function useKnownAddress({ form, values }: MessageForm, known: string | undefined) {
  const { setInitialValues, setFieldValue } = form;
  const fits = known !== undefined && values.email === '' && !form.isTouched('email');
  useEffect(() => {
    if (!fits) return;
    setInitialValues({ ...emptyMessage, email: known });
    setFieldValue('email', known);
  }, [fits, known, setInitialValues, setFieldValue]);
}

function MessageFields({ form }: { form: MessageForm }) {
  const { t } = useTranslation('outreach');
  const { values } = form;
  // EDIT-033: a variable made for this text; its value is asked for below.
  const onAddVariable = (name: string) => {
    const known = values.custom_variables.some((variable) => variable.name === name);
    if (!known) form.form.setFieldValue('custom_variables', [...values.custom_variables, { name, value: '', data: [] }]);
  };
  return (
    <>
      <Suspense fallback={<Skeleton height={subjectHeight} radius="sm" />}>
        <SubjectField
          label={t('subject')}
          value={values.subject}
          variables={values.custom_variables}
          onAddVariable={onAddVariable}
          onChange={(subject) => form.form.setFieldValue('subject', subject)}
          errors={form.field('subject').error as string | undefined}
        />
      </Suspense>
      <Suspense fallback={<Skeleton height={editorHeight} radius="sm" />}>
        <MessageBody
          label={t('body')}
          html={values.body}
          variables={values.custom_variables}
          onAddVariable={onAddVariable}
          onChange={(html) => form.form.setFieldValue('body', html)}
          errors={form.field('body').error as string | undefined}
        />
        <AttachmentList
          files={values.attachment_ids}
          errors={form.field('attachment_ids').error as string | undefined}
          onChange={(files) => form.form.setFieldValue('attachment_ids', files)}
        />
        <VariableValues
          variables={values.custom_variables}
          texts={[values.subject, values.body]}
          onChange={(variables) => form.form.setFieldValue('custom_variables', variables)}
        />
      </Suspense>
    </>
  );
}

/** One message to one person: address, subject, text with variables, preview. Keeps what was typed until it is sent. */
export function Composer(props: ComposerProps) {
  const { profileId, candidateId, onDone, onTyped, start } = props;
  const { t } = useTranslation('outreach');
  const [view, setView] = useState<'write' | 'preview'>('write');
  const mailbox = useQuery(mailboxQuery).data?.mailbox;
  const sources = useQuery(orpc.outreach.emailSources.queryOptions({ input: { profile_id: profileId } })).data;
  const form = useMessageForm(props);
  useKnownAddress(form, sources?.sources.find((source) => source.is_valid)?.email);
  useEffect(() => onTyped?.(form.dirty && !form.pending), [onTyped, form.dirty, form.pending]);
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
  return (
    <ServerForm form={form} bare guard>
      <div className={classes.composer}>
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
            value={view}
            onChange={(next) => setView(next as 'write' | 'preview')}
            data={[
              { value: 'write', label: t('write') },
              { value: 'preview', label: t('preview') },
            ]}
          />
          {view === 'write' &&
            start?.(({ attachments, ...text }) => form.form.setValues({ ...text, attachment_ids: [...attachments] }), {
              ...form.values,
              attachments: form.values.attachment_ids,
            })}
        </div>
        {view === 'preview' ? (
          <MessagePreview profileId={profileId} candidateId={candidateId} {...form.values} />
        ) : (
          <MessageFields form={form} />
        )}
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
