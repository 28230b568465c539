import { SegmentedControl, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { CompanyMessagingView } from '@headwater/contract/messaging-settings';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { companySettingsQuery } from '../api/suppressions.ts';
import classes from './suppressions.module.css';

const switches = [
  ['unsubscribe_link', 'unsubscribeLink'],
  ['track_opens', 'trackOpens'],
  ['track_clicks', 'trackClicks'],
] as const;

function SettingsForm({ settings }: { settings: CompanyMessagingView }) {
  const { t } = useTranslation('suppressions');
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: settings,
    submit: (values) => api.messagingSettings.save(values),
    onDone: (saved) => {
      client.setQueryData(companySettingsQuery.queryKey, saved);
      showSnackbar({ message: t('saved'), tone: 'success', key: 'company-messaging' });
    },
  });
  return (
    <ServerForm form={form} submitLabel={t('save')} guard>
      <div className={classes.fields}>
        {switches.map(([name, text]) => (
          <Switch
            key={name}
            label={t(`setting.${text}`)}
            description={t(`setting.${text}Text`)}
            {...form.field(name, { type: 'checkbox' })}
          />
        ))}
        <div>
          <div className={classes.label}>{t('access')}</div>
          <SegmentedControl
            size="xs"
            aria-label={t('access')}
            value={form.values.access_type}
            onChange={(access) => form.form.setFieldValue('access_type', access as CompanyMessagingView['access_type'])}
            data={[
              { value: 'public', label: t('public') },
              { value: 'private', label: t('private') },
            ]}
          />
        </div>
      </div>
    </ServerForm>
  );
}

/** MSET-002, SEND-011. */
export function CompanySettings() {
  const { t } = useTranslation('suppressions');
  const settings = useQuery(companySettingsQuery).data;
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={classes.heading}>
        {t('company')}
      </h2>
      <p className={classes.quiet}>{t('companyText')}</p>
      {settings && <SettingsForm settings={settings} />}
    </section>
  );
}
