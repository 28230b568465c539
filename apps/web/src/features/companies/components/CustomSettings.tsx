import { Switch, TagsInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CustomSettings as Settings } from '@headwater/contract/companies';
import { customSwitches } from '@headwater/domain/companies/switches';
import { api } from '#lib/api.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { companyQuery } from '../api/companies.ts';
import classes from './companies.module.css';

/** COMP-006: what only some companies have. */
export function CustomSettings({ id, settings }: { id: number; settings: Settings }) {
  const { t } = useTranslation(['companies', 'ui']);
  const client = useQueryClient();
  const form = useServerForm<Settings, Settings>({
    initialValues: settings,
    submit: (values): Promise<Settings> => {
      // A colleague may change another one meanwhile.
      const before = form.form.getInitialValues();
      const changed = Object.entries(values).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Settings]),
      );
      return api.companies.saveCustomSettings({ id, ...Object.fromEntries(changed) });
    },
    onDone: (saved) => {
      client.setQueryData(companyQuery(id).queryKey, (known) => known && { ...known, custom_settings: saved });
      form.form.setInitialValues(saved);
      form.form.setValues(saved);
      form.form.resetDirty(saved);
      showSnackbar({ message: t('saved', { ns: 'ui' }), tone: 'success', key: 'custom-settings' });
    },
  });
  return (
    <div className={classes.short}>
      <ServerForm form={form} guard>
        <div className={classes.fields}>
          {customSwitches.map((name) => (
            <Switch
              key={name}
              label={t(`custom.${name}`)}
              description={t(`customText.${name}`)}
              {...form.field(name, { type: 'checkbox' })}
            />
          ))}
          <TagsInput
            label={t('custom.search_countries')}
            description={t('customText.search_countries')}
            placeholder="DE"
            splitChars={[',', ' ', ';']}
            acceptValueOnBlur
            {...form.field('search_countries')}
            onChange={(codes) =>
              form.form.setFieldValue(
                'search_countries',
                codes.map((code) => code.toUpperCase()),
              )
            }
          />
        </div>
      </ServerForm>
    </div>
  );
}
