import { Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#lib/api.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { mailboxQuery, settingsQuery } from '../api/mailbox.ts';
import classes from './outreach.module.css';

interface Personal {
  signature: string;
  start_time_from: string | null;
  start_time_to: string | null;
  sender_alias: string | null;
}

/** Of 'HH:MM:SS' what a field for the time holds, and back. */
const shownTime = (time: string | null) => time?.slice(0, 5) ?? '';
const sentTime = (time: string) => (time === '' ? null : `${time.slice(0, 5)}:00`);

/** `named`: the sender's name is set here; of Gmail and Microsoft 365 it is chosen with the address. */
function PersonalForm({ known, named }: { known: Personal; named: boolean }) {
  const { t } = useTranslation('outreach');
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: {
      signature: known.signature,
      start_time_from: shownTime(known.start_time_from),
      start_time_to: shownTime(known.start_time_to),
      sender_alias: known.sender_alias ?? '',
    },
    submit: ({ signature, start_time_from: from, start_time_to: to, sender_alias: alias }) =>
      api.outreach.saveSettings({
        signature,
        start_time_from: sentTime(from),
        start_time_to: sentTime(to),
        ...(named ? { sender_alias: alias.trim() === '' ? null : alias } : {}),
      }),
    onDone: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      showSnackbar({ message: t('saved'), tone: 'success', key: 'signature' });
    },
  });
  return (
    <ServerForm form={form} submitLabel={t('save')} guard>
      {named && <TextInput maw={420} label={t('fromName')} description={t('fromNameText')} {...form.field('sender_alias')} />}
      <Textarea label={t('signature')} autosize minRows={3} maxRows={10} {...form.field('signature')} />
      <fieldset className={classes.window}>
        <legend>{t('window')}</legend>
        <p className={classes.quiet}>{t('windowText')}</p>
        <TextInput type="time" label={t('windowFrom')} {...form.field('start_time_from')} />
        <TextInput type="time" label={t('windowTo')} {...form.field('start_time_to')} />
      </fieldset>
    </ServerForm>
  );
}

/** MSET-002, MSET-005: what a person has set for their own messages. */
export function SignatureSettings() {
  const { t } = useTranslation('outreach');
  const settings = useQuery(settingsQuery).data;
  const mailbox = useQuery(mailboxQuery);
  return (
    <section>
      <h2 className={classes.heading}>{t('signatureTitle')}</h2>
      {settings && !mailbox.isPending && <PersonalForm known={settings} named={mailbox.data?.mailbox?.provider === 'smtp_imap'} />}
    </section>
  );
}
