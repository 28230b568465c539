import { Switch, TagsInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CustomSettings as Settings } from '@headwater/contract/companies';
import { customSwitches } from '@headwater/domain/companies/switches';
import { changedFields } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { companyQuery } from '../api/companies.ts';
import { knownAfter, seenIn } from '../model/form-values.ts';
import { useClosedSettings } from '../model/use-closed-settings.ts';
import classes from './companies.module.css';

/** COMP-006 */
export function CustomSettings({ id, settings }: { id: number; settings: Settings }) {
  const { t } = useTranslation(['companies', 'ui']);
  const client = useQueryClient();
  const known = useRef(settings);
  const closed = useClosedSettings(id);
  const save = async (values: Settings): Promise<Settings> => {
    const before = form.form.getInitialValues();
    const changes = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Settings])),
    );
    try {
      return await api.companies.saveCustomSettings({ id, ...changes, expected: seenIn(known.current, changes) });
    } catch (error) {
      // The error shows that a colleague changed the field. Saving again overwrites that change.
      const changed = changedFields(error);
      if (changed.length > 0) {
        const latest = await api.companies.find({ id }).catch(() => undefined);
        if (latest) known.current = knownAfter(known.current, latest.custom_settings, changed);
      }
      throw error;
    }
  };
  const form = useServerForm<Settings, Settings>({
    initialValues: settings,
    submit: save,
    onDone: (saved) => {
      known.current = saved;
      client.setQueryData(companyQuery(id).queryKey, (company) => company && { ...company, custom_settings: saved });
      form.form.setInitialValues(saved);
      form.form.setValues(saved);
      form.form.resetDirty(saved);
      showSnackbar({ message: t('saved', { ns: 'ui' }), tone: 'success', key: 'custom-settings' });
    },
  });
  return (
    <div className={classes.short}>
      <ServerForm form={form} guard closed={closed}>
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
