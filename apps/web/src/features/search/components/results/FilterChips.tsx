import { Button, UnstyledButton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { type Facet, isRangeFacet, notSpecified, type RangeFacet } from '@headwater/domain/query/facets';
import { canonicalFilters, type FacetFilterState, type Filters, matchOf } from '@headwater/domain/query/filters';
import type { GeneralItem } from '@headwater/domain/query/general-facet';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { facetQuery } from '../../api/count-facets.ts';
import type { SearchInput } from '../../api/find-profiles.ts';
import { rangeScale, rangeWords } from '../../model/range-scale.ts';
import classes from './results.module.css';

interface FilterChipsProps {
  filters: Filters;
  shown?: Filters | undefined;
  search: SearchInput;
  ready: boolean;
  onFilters: (filters: FacetFilterState[]) => void;
}

interface Chip {
  key: string;
  label: string;
  isExcluded: boolean;
  /** An alternative to the chip before it. */
  or?: boolean;
  rest: FacetFilterState[];
}

const changed = (filters: Filters, facet: Facet, change: (state: FacetFilterState) => FacetFilterState) =>
  canonicalFilters(filters.map((filter) => (filter.facet === facet ? change(filter) : filter)));

function useNames(filters: Filters, { search, ready }: Pick<FilterChipsProps, 'search' | 'ready'>): (facet: Facet, id: string) => string {
  const named: Facet[] = filters.map(({ facet }) => facet).filter((facet) => !isRangeFacet(facet) && facet !== 'general');
  const answers = useQueries({ queries: named.map((facet) => ({ ...facetQuery(facet, search), enabled: ready })) });
  return (facet, id) => answers[named.indexOf(facet)]?.data?.answer.values.find((value) => value.id === id)?.name ?? '…';
}

function useChips({ filters, shown = filters, ...source }: FilterChipsProps): Chip[] {
  const { t } = useTranslation('search');
  const nameOf = useNames(shown, source);
  const [year] = useState(() => new Date().getFullYear());
  const rangeChip = ({ facet, range, values }: FacetFilterState): Chip => {
    const missing = values.some(({ id }) => id === notSpecified[facet as RangeFacet]) ? `, ${t('filters.orMissing')}` : '';
    const words = rangeWords(rangeScale(facet as RangeFacet, year), range, currentLanguage());
    const rest = canonicalFilters(filters.filter((filter) => filter.facet !== facet));
    return { key: facet, label: `${t(`facets.${facet}`)}: ${words}${missing}`, isExcluded: false, rest };
  };
  return shown.flatMap((filter) => {
    const { facet, values } = filter;
    if (isRangeFacet(facet)) return filter.range ? [rangeChip(filter)] : [];
    const joinsByOr = matchOf(shown, facet) === 'any';
    const included = new Set(values.filter((value) => !value.is_excluded).map(({ id }) => id));
    return values
      .filter(({ id }) => facet !== 'companySize' || (id !== 'curr' && id !== 'prev'))
      .map(({ id, is_excluded: isExcluded = false, level }, at) => {
        const name = facet === 'general' ? t(`general.${id as GeneralItem}`) : nameOf(facet, id);
        const named = facet === 'general' ? name : `${t(`facets.${facet}`)}: ${name}`;
        const words = level ? `${named}, ${t(`filters.levels.${level}`)}` : named;
        return {
          key: `${facet} ${id}`,
          label: isExcluded ? t('filters.not', { label: words }) : words,
          isExcluded,
          or: at > 0 && !isExcluded && joinsByOr && included.has(values[at - 1]?.id ?? ''),
          rest: changed(filters, facet, (state) => without(state, id)),
        };
      });
  });
}

/** An employer without sizes does not filter. */
function without(state: FacetFilterState, id: string): FacetFilterState {
  const values = state.values.filter((value) => value.id !== id);
  const isEmpty = state.facet === 'companySize' && values.every((value) => value.id === 'curr' || value.id === 'prev');
  return { ...state, values: isEmpty ? [] : values };
}

export function FilterChips(props: FilterChipsProps) {
  const { t } = useTranslation('search');
  const chips = useChips(props);
  if (chips.length === 0) return null;
  return (
    <fieldset aria-label={t('filters.active')} className={classes.chips}>
      {chips.map(({ key, label, isExcluded, or, rest }) => (
        <Fragment key={key}>
          {or && <span className={classes.or}>{t('filters.or')}</span>}
          <UnstyledButton
            className={classes.chip}
            data-filter={key}
            data-excluded={isExcluded || undefined}
            aria-label={t('filters.remove', { label })}
            onClick={() => props.onFilters(rest)}
          >
            <span className={classes.chipLabel}>{label}</span>
            <IconX size={12} aria-hidden />
          </UnstyledButton>
        </Fragment>
      ))}
      {chips.length > 1 && (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => props.onFilters([])}>
          {t('filters.clearAll')}
        </Button>
      )}
    </fieldset>
  );
}
