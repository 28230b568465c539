import { MultiSelect, NumberInput, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { StatisticsFilters, StatisticsSettings, StatisticsSettingsChange } from '@headwater/contract/statistics';
import { type MetricId, statisticsTables } from '@headwater/domain/statistics/metrics';
import { comparisons } from '@headwater/domain/statistics/periods';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SectionHead } from '#ui/SectionHead.tsx';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { filtersQuery, settingsQuery } from '../api/statistics.ts';
import type { SectionPlace } from '../model/place.ts';
import { Alerts } from './Alerts.tsx';
import { StatisticsFrame } from './StatisticsFrame.tsx';
import classes from './statistics.module.css';

const statusFields = ['funnel_statuses', 'hired_statuses', 'rejected_statuses'] as const;

const valuesOf = (settings: StatisticsSettings) => ({
  table: settings.table as string,
  compare: settings.compare as string,
  days: settings.days,
  metrics: settings.metrics as string[],
  funnel_statuses: settings.funnel_statuses.map(String),
  hired_statuses: settings.hired_statuses.map(String),
  rejected_statuses: settings.rejected_statuses.map(String),
  stuck_days: settings.stuck_days,
});
type Values = ReturnType<typeof valuesOf>;

/** Only settings of the section, so that another one keeps its defaults. */
function changeOf(values: Values, isPipeline: boolean): StatisticsSettingsChange {
  const { table, compare, days, metrics, stuck_days: stuckDays } = values;
  const statuses = Object.fromEntries(statusFields.map((name) => [name, values[name].map(Number)]));
  return {
    table: table as StatisticsSettings['table'],
    compare: compare as StatisticsSettings['compare'],
    days,
    metrics: metrics as MetricId[],
    ...(isPipeline ? { ...statuses, stuck_days: stuckDays } : {}),
  };
}

interface FormProps {
  place: SectionPlace;
  settings: StatisticsSettings;
  filters: StatisticsFilters;
}

function Form({ place, settings, filters }: FormProps) {
  const { t } = useTranslation(['statistics', 'ui']);
  const client = useQueryClient();
  const { company: id, section, scope } = place;
  const isPipeline = section === 'pipeline';
  const form = useServerForm<Values, StatisticsSettings>({
    initialValues: valuesOf(settings),
    submit: (values) => api.statistics.saveSettings({ id, section, scope, ...changeOf(values, isPipeline) }),
    onDone: (saved) => {
      client.setQueryData(settingsQuery(place).queryKey, saved);
      form.form.setInitialValues(valuesOf(saved));
      form.form.resetDirty(valuesOf(saved));
      showSnackbar({ message: t('saved', { ns: 'ui' }), tone: 'success', key: 'statistics' });
    },
  });
  const statuses = filters.statuses.map(({ id: value, name }) => ({ value: String(value), label: name }));
  return (
    <ServerForm form={form} guard closed={settings.may_edit ? undefined : t('closedSettings')}>
      <div className={classes.fields}>
        <Select
          label={t('openTable')}
          allowDeselect={false}
          data={statisticsTables.map((value) => ({ value, label: t(`table.${value}`) }))}
          {...form.field('table')}
        />
        <NumberInput label={t('openDays')} min={1} max={400} allowDecimal={false} {...form.field('days')} />
        <Select
          label={t('compare')}
          allowDeselect={false}
          data={comparisons.map((value) => ({ value, label: t(`comparison.${value}`) }))}
          {...form.field('compare')}
        />
        <MultiSelect
          label={t('shownFigures')}
          description={t('shownFiguresText')}
          placeholder={t('all')}
          clearable
          data={filters.metrics.map(({ id: value, title }) => ({ value, label: title }))}
          {...form.field('metrics')}
        />
        {isPipeline &&
          statusFields.map((name) => (
            <MultiSelect
              key={name}
              label={t(`statusField.${name}`)}
              description={t(`statusFieldText.${name}`)}
              searchable
              clearable
              data={statuses}
              nothingFoundMessage={t('nothingFound')}
              {...form.field(name)}
            />
          ))}
        {isPipeline && <NumberInput label={t('stuckDays')} min={1} max={365} allowDecimal={false} {...form.field('stuck_days')} />}
      </div>
    </ServerForm>
  );
}

/** STC-002 to STC-018 */
export function SectionSettings({ place, company }: { place: SectionPlace; company?: string | undefined }) {
  const { t } = useTranslation('statistics');
  const navigate = useNavigate();
  const settings = useQuery(settingsQuery(place));
  const filters = useQuery(filtersQuery(place));
  const error = settings.error ?? filters.error;
  const retry = () => void Promise.all([settings.refetch(), filters.refetch()]);
  return (
    <StatisticsFrame place={place} company={company} onBack={() => void navigate({ to: `${place.base}/${place.section}` })}>
      <section className={classes.short}>
        <SectionHead title={t(`settingsOf.${place.scope}`)} />
        {error && <ErrorState error={error} onRetry={retry} />}
        {!error && !(settings.data && filters.data) && <SkeletonForm fields={6} />}
        {settings.data && filters.data && (
          <Form key={`${place.section} ${place.scope}`} place={place} settings={settings.data} filters={filters.data} />
        )}
      </section>
      {filters.data && <Alerts place={place} metrics={filters.data.metrics} />}
    </StatisticsFrame>
  );
}
