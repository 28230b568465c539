import { NumberInput, Select } from '@mantine/core';
import type { FilterValue } from '@headwater/domain/query/filters';
import { defaultDays, doneBy, isViewsChoice, takesDays } from '@headwater/domain/query/general-facet';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './facets.module.css';

interface GeneralDetailsProps {
  value: FilterValue;
  inFolder: boolean;
  onValue: (value: FilterValue) => void;
}

export function GeneralDetails({ value, inFolder, onValue }: GeneralDetailsProps) {
  const { t } = useTranslation('search');
  const words = { user: t('filters.byUser'), company: t('filters.byCompany'), folder: t('filters.byFolder') };
  const options = doneBy.filter((by) => by !== 'folder' || inFolder).map((by) => ({ value: by, label: words[by] }));
  return (
    <div className={classes.details}>
      {takesDays(value.id) && (
        <>
          <span>{t('filters.days')}</span>
          <NumberInput
            size="xs"
            className={classes.days}
            aria-label={t('filters.daysLabel')}
            min={1}
            max={9999}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            value={value.days ?? defaultDays}
            onBlur={(event) => {
              const days = Math.min(9999, Math.max(1, Math.trunc(Number(event.currentTarget.value)) || defaultDays));
              if (days !== value.days) onValue({ ...value, days });
            }}
          />
          <span>{t('filters.daysUnit')}</span>
        </>
      )}
      {isViewsChoice(value.id) && (
        <Select
          size="xs"
          className={classes.by}
          aria-label={t('filters.by')}
          data={options}
          value={value.by ?? 'user'}
          allowDeselect={false}
          onChange={(by) => onValue({ ...value, by: doneBy.find((one) => one === by) })}
        />
      )}
    </div>
  );
}
