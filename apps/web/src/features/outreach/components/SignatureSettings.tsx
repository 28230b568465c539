import { Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#lib/api.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { settingsQuery } from '../api/mailbox.ts';
import classes from './outreach.module.css';

function SignatureForm({ signature }: { signature: string }) {
  const { t } = useTranslation('outreach');
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: { signature },
    submit: (values) => api.outreach.saveSettings(values),
    onDone: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      showSnackbar({ message: t('saved'), tone: 'success', key: 'signature' });
    },
  });
  return (
    <ServerForm form={form} submitLabel={t('save')} guard>
      <Textarea label={t('signature')} autosize minRows={3} maxRows={10} {...form.field('signature')} />
    </ServerForm>
  );
}

/** What is put under every message. */
export function SignatureSettings() {
  const { t } = useTranslation('outreach');
  const settings = useQuery(settingsQuery).data;
  return (
    <section>
      <h2 className={classes.heading}>{t('signatureTitle')}</h2>
      {settings && <SignatureForm signature={settings.signature} />}
    </section>
  );
}
