import { Skeleton, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { api } from '#lib/api.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useScreenEvent } from '#lib/use-screen-event.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { mailboxQuery, settingsQuery } from '../api/mailbox.ts';
import classes from './outreach.module.css';

const MessageBody = lazyPart(() => import('#features/editor/components/MessageBody.tsx'), 'MessageBody', ['editor']);

interface Personal {
  signature: string;
  sender_alias: string | null;
}

/** `named`: the sender name is set here. Gmail and Microsoft 365 set it with the address. */
function PersonalForm({ known, named }: { known: Personal; named: boolean }) {
  const { t } = useTranslation('outreach');
  useScreenEvent('editor', () => sendEvent('Message: Open Editor', { Message_Editor_Type: 'Signature' }));
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: { signature: known.signature, sender_alias: known.sender_alias ?? '' },
    submit: ({ signature, sender_alias: alias }) =>
      api.outreach.saveSettings({ signature, ...(named ? { sender_alias: alias.trim() === '' ? null : alias } : {}) }),
    onDone: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      showSnackbar({ message: t('saved'), tone: 'success', key: 'signature' });
    },
  });
  return (
    <ServerForm form={form} submitLabel={t('save')} guard>
      {named && <TextInput maw={420} label={t('fromName')} description={t('fromNameText')} {...form.field('sender_alias')} />}
      <Suspense fallback={<Skeleton height={174} radius="sm" />}>
        <MessageBody
          label={t('signature')}
          html={form.values.signature}
          variables={[]}
          images={false}
          short
          onChange={(signature) => form.form.setFieldValue('signature', signature)}
          errors={form.field('signature').error as string | undefined}
        />
      </Suspense>
    </ServerForm>
  );
}

/** MSET-002, MSET-005 */
export function SignatureSettings() {
  const { t } = useTranslation('outreach');
  const settings = useQuery(settingsQuery);
  const mailbox = useQuery(mailboxQuery);
  return (
    <section>
      <h2 className={classes.heading}>{t('signature')}</h2>
      <p className={classes.intro}>{t('signatureText')}</p>
      {settings.isLoadingError && <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />}
      {(settings.isPending || (settings.data && mailbox.isPending)) && <SkeletonForm fields={3} />}
      {settings.data && !mailbox.isPending && (
        <PersonalForm known={settings.data} named={mailbox.data?.mailbox?.provider === 'smtp_imap'} />
      )}
    </section>
  );
}
