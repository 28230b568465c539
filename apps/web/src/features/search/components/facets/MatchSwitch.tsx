import { SegmentedControl } from '@mantine/core';
import type { Facet } from '@headwater/domain/query/facets';
import type { FilterMatch } from '@headwater/domain/query/filters';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './facets.module.css';

interface MatchSwitchProps {
  facet: Facet;
  match: FilterMatch;
  onMatch: (match: FilterMatch) => void;
}

export function MatchSwitch({ facet, match, onMatch }: MatchSwitchProps) {
  const { t } = useTranslation('search');
  return (
    <SegmentedControl
      size="xs"
      className={classes.match}
      aria-label={t('filters.match.label', { facet: t(`facets.${facet}`) })}
      data={(['all', 'any'] as const).map((value) => ({ value, label: t(`filters.match.${value}`) }))}
      value={match}
      onChange={(value) => onMatch(value as FilterMatch)}
    />
  );
}
