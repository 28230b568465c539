import { ActionIcon, Button, Checkbox, NumberInput, Select } from '@mantine/core';
import { IconBellPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { StatisticsAlert } from '@headwater/contract/statistics-views';
import type { StatisticsMetric } from '@headwater/contract/statistics';
import type { MetricId } from '@headwater/domain/statistics/metrics';
import { api, orpc } from '#lib/api.ts';
import { formatNumber, formatPercent } from '#lib/format.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { openModal } from '#ui/modals.tsx';
import { SectionHead } from '#ui/SectionHead.tsx';
import { showError } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { alertsQuery } from '../api/views.ts';
import type { SectionPlace } from '../model/place.ts';
import classes from './statistics.module.css';

interface AlertFormProps {
  place: SectionPlace;
  metrics: readonly StatisticsMetric[];
  onDone: () => void;
}

function AlertForm({ place: { company, scope }, metrics, onDone }: AlertFormProps) {
  const { t } = useTranslation('statistics');
  const client = useQueryClient();
  const isShare = (id: string) => metrics.find((metric) => metric.id === id)?.unit === 'share';
  const form = useServerForm({
    initialValues: { metric: metrics[0]?.id as string, direction: 'below', bound: 1, days: 7, by_email: false },
    submit: ({ metric, direction, bound, ...values }) =>
      api.statisticsAlerts.create({
        ...values,
        scope,
        company_id: company,
        metric: metric as MetricId,
        direction: direction as StatisticsAlert['direction'],
        bound: isShare(metric) ? bound / 100 : bound,
      }),
    onDone: async () => {
      await client.invalidateQueries({ queryKey: orpc.statisticsAlerts.key() });
      onDone();
    },
  });
  return (
    <ServerForm form={form} submitLabel={t('addAlert')} onCancel={onDone}>
      <Select
        label={t('metric')}
        allowDeselect={false}
        searchable
        data={metrics.map(({ id: value, title }) => ({ value, label: title }))}
        {...form.field('metric')}
      />
      <Select
        label={t('direction')}
        allowDeselect={false}
        data={(['below', 'above'] as const).map((value) => ({ value, label: t(`directionOf.${value}`) }))}
        {...form.field('direction')}
      />
      <NumberInput label={isShare(form.values.metric) ? t('boundShare') : t('bound')} min={0} {...form.field('bound')} />
      <NumberInput label={t('alertDays')} description={t('alertDaysText')} min={1} max={90} allowDecimal={false} {...form.field('days')} />
      <Checkbox label={t('byEmail')} {...form.field('by_email', { type: 'checkbox' })} />
    </ServerForm>
  );
}

const openForm = (title: string, form: Omit<AlertFormProps, 'onDone'>) =>
  void openModal({ title, size: 'sm', content: (close) => <AlertForm {...form} onDone={() => close()} /> });

/** STB-009 */
export function Alerts({ place, metrics }: { place: SectionPlace; metrics: readonly StatisticsMetric[] }) {
  const { t, language } = useTranslation('statistics');
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(alertsQuery(place.section));
  const alerts = data?.alerts.filter(({ company_id: id, scope }) => id === place.company && scope === place.scope) ?? [];
  const isShare = (id: MetricId) => metrics.some((metric) => metric.id === id && metric.unit === 'share');
  const word = (id: MetricId, value: number) => (isShare(id) ? formatPercent(value, language) : formatNumber(value, language));
  const add = () => openForm(t('addAlert'), { place, metrics });
  const remove = async (id: number) => {
    await api.statisticsAlerts.delete({ id });
    await client.invalidateQueries({ queryKey: orpc.statisticsAlerts.key() });
  };
  return (
    <section className={classes.short}>
      <SectionHead title={t('alerts')}>
        <Button size="xs" variant="default" leftSection={<IconBellPlus size={16} stroke={1.6} />} onClick={add}>
          {t('addAlert')}
        </Button>
      </SectionHead>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && alerts.length === 0 && <p className={classes.lead}>{t('noAlerts')}</p>}
      <ul className={classes.alerts}>
        {alerts.map(({ id, title, metric, direction, bound, days, last_value: last }) => (
          <li key={id} className={classes.alert}>
            <span>
              {t(`alertLine.${direction}`, { title, bound: word(metric, bound), count: days })}
              {last !== null && <span className={classes.note}> · {t('lastValue', { value: word(metric, last) })}</span>}
            </span>
            <ActionIcon aria-label={`${t('delete')}: ${title}`} title={t('delete')} onClick={() => void remove(id).catch(showError)}>
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}
