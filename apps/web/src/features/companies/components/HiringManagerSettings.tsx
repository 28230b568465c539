import { Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type HiringManagerAccess, hiringManagerSections } from '@headwater/domain/permission-flags';
import { useTranslation } from '#lib/use-translation.ts';
import { SectionHead } from '#ui/SectionHead.tsx';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { hiringManagerSettingsQuery, saveHiringManagerSettings } from '../api/hiring-managers.ts';
import { useClosedSettings } from '../model/use-closed-settings.ts';
import classes from './companies.module.css';

// A type alias, because forms need an index signature.
type Sections = { [Name in keyof HiringManagerAccess]: boolean };

function Form({ id, sections }: { id: number | undefined; sections: Sections }) {
  const { t } = useTranslation(['companies', 'ui']);
  const closed = useClosedSettings(id);
  const client = useQueryClient();
  const form = useServerForm<Sections, Sections>({
    initialValues: sections,
    submit: async (values) => {
      // Send only changed sections, because a colleague may change others at the same time.
      const changed = hiringManagerSections.filter((name) => values[name] !== form.form.getInitialValues()[name]);
      const saved = await saveHiringManagerSettings(id, Object.fromEntries(changed.map((name) => [name, values[name]])));
      client.setQueryData(hiringManagerSettingsQuery(id).queryKey, saved);
      return saved.hm_display_sections;
    },
    onDone: (saved) => {
      form.form.setInitialValues(saved);
      form.form.setValues(saved);
      form.form.resetDirty(saved);
      showSnackbar({ message: t('saved', { ns: 'ui' }), tone: 'success', key: 'hiring-managers' });
    },
  });
  return (
    <div className={classes.short}>
      <ServerForm form={form} guard closed={closed}>
        <div className={classes.fields}>
          {hiringManagerSections.map((name) => (
            <Switch
              key={name}
              label={t(`display.${name}`)}
              description={t(`displayText.${name}`)}
              {...form.field(name, { type: 'checkbox' })}
            />
          ))}
        </div>
      </ServerForm>
    </div>
  );
}

/** EMP-007, EMP-017. Without an id: the user's own company. */
export function HiringManagerSettings({ id }: { id: number | undefined }) {
  const { t } = useTranslation('companies');
  const { data, error, refetch } = useQuery(hiringManagerSettingsQuery(id));
  return (
    <section>
      <SectionHead title={t('display.title')} />
      <p className={classes.lead}>{t('displayText.title')}</p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <Form key={id} id={id} sections={data.hm_display_sections} />}
      {!error && !data && <SkeletonForm fields={6} />}
    </section>
  );
}
