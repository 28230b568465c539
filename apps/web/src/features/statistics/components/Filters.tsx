import { MultiSelect, Select } from '@mantine/core';
import type { SectionStatistics, StatisticsFilters, StatisticsSettings } from '@headwater/contract/statistics';
import { comparisons, type Comparison, intervals, type Interval } from '@headwater/domain/statistics/periods';
import type { ChangeParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { DayField } from '#ui/DayField.tsx';
import { isCustom } from '../model/asked.ts';
import type { statisticsParams, StatisticsParams } from '../model/params.ts';
import type { Place } from '../model/place.ts';
import classes from './statistics.module.css';

const presets = [7, 30, 90, 365] as const;
const custom = 'custom';

interface FiltersProps {
  place: Place;
  filters: StatisticsFilters;
  settings: StatisticsSettings;
  shown: StatisticsParams;
  /** Period and interval in effect. */
  view: SectionStatistics | undefined;
  wrong: Readonly<Record<string, string>>;
  change: ChangeParams<(typeof statisticsParams)['shape']>;
}

/** STC-025. The address contains all filters. */
export function Filters({ place, filters, settings, shown, view, wrong, change }: FiltersProps) {
  const { t } = useTranslation('statistics');
  const days = shown.days ?? settings.days;
  const lengths = [...new Set([...presets, days])].toSorted((one, other) => one - other);
  const isOwnPeriod = isCustom(shown);
  const choosePeriod = (value: string | null) => {
    if (value === custom) return change({ date_from: view?.period.date_from ?? '', date_to: view?.period.date_to ?? '', days: undefined });
    change({ date_from: '', date_to: '', days: value === null ? undefined : Number(value) });
  };
  const day = (name: 'date_from' | 'date_to') => (
    <DayField
      size="xs"
      label={t(name)}
      value={shown[name]}
      error={wrong[name]}
      onChange={(value) => change({ [name]: value }, { replace: true })}
    />
  );
  const many = (name: 'users' | 'folders' | 'templates') => (
    <MultiSelect
      className={classes.many}
      size="xs"
      label={t(`table.${name}`)}
      placeholder={shown[name].length === 0 ? t('all') : ''}
      searchable
      clearable
      data={filters[name].map(({ id, name: label, is_deleted: isDeleted }) => ({
        value: String(id),
        label: isDeleted ? t('deletedName', { name: label }) : label,
      }))}
      nothingFoundMessage={t('nothingFound')}
      value={shown[name].map(String)}
      error={wrong[name]}
      onChange={(ids) => change({ [name]: ids.map(Number) })}
    />
  );
  return (
    <div className={classes.filters}>
      <Select
        size="xs"
        label={t('period')}
        allowDeselect={false}
        data={[
          ...lengths.map((length) => ({ value: String(length), label: t('lastDays', { count: length }) })),
          { value: custom, label: t('custom') },
        ]}
        value={isOwnPeriod ? custom : String(days)}
        onChange={choosePeriod}
      />
      {isOwnPeriod && day('date_from')}
      {isOwnPeriod && day('date_to')}
      <Select
        size="xs"
        label={t('compare')}
        allowDeselect={false}
        data={comparisons.map((value) => ({ value, label: t(`comparison.${value}`) }))}
        value={shown.compare ?? settings.compare}
        onChange={(value) => change({ compare: (value ?? undefined) as Comparison | undefined })}
      />
      <Select
        size="xs"
        label={t('step')}
        allowDeselect={false}
        data={intervals.map((value) => ({ value, label: t(`interval.${value}`) }))}
        value={shown.interval ?? view?.interval ?? null}
        error={wrong['interval']}
        onChange={(value) => change({ interval: (value ?? undefined) as Interval | undefined })}
      />
      {place.scope === 'company' && many('users')}
      {many('folders')}
      {filters.section === 'messaging' && many('templates')}
    </div>
  );
}
