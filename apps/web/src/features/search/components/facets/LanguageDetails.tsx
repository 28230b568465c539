import { Select } from '@mantine/core';
import type { FilterValue } from '@headwater/domain/query/filters';
import { languageLevels } from '@headwater/domain/query/language-levels';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './facets.module.css';

interface LanguageDetailsProps {
  name: string;
  value: FilterValue;
  onValue: (value: FilterValue) => void;
}

const anyLevel = 'any';

export function LanguageDetails({ name, value, onValue }: LanguageDetailsProps) {
  const { t } = useTranslation('search');
  const levels = languageLevels.toReversed().map((level) => ({ value: level as string, label: t(`filters.levels.${level}`) }));
  return (
    <div className={classes.details}>
      <Select
        size="xs"
        className={classes.by}
        aria-label={t('filters.levels.label', { name })}
        data={[{ value: anyLevel, label: t('filters.levels.any') }, ...levels]}
        value={value.level ?? anyLevel}
        allowDeselect={false}
        onChange={(chosen) => onValue({ ...value, level: languageLevels.find((level) => level === chosen) })}
      />
    </div>
  );
}
