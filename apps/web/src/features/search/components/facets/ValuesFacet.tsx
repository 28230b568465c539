import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { type Facet, facetTypes } from '@headwater/domain/query/facets';
import { canonicalFilters, filterOf, type FilterValue, toggleValue } from '@headwater/domain/query/filters';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { facetQuery, type FacetValue } from '../../api/count-facets.ts';
import type { FacetProps } from './facet-props.ts';
import { FacetFailed } from './FacetFailed.tsx';
import { FacetValues } from './FacetValues.tsx';
import { useMatch } from './use-match.ts';
import { ValueRow } from './ValueRow.tsx';
import classes from './facets.module.css';

const LanguageDetails = lazyPart(() => import('./LanguageDetails.tsx'), 'LanguageDetails');
const MatchSwitch = lazyPart(() => import('./MatchSwitch.tsx'), 'MatchSwitch');

const few = 8;
const searchFrom = 2;

/** FLT-011. */
export function ValuesFacet({ facet, ...props }: FacetProps & { facet: Facet }) {
  const { t } = useTranslation('search');
  const [text, setText] = useState('');
  const [debounced] = useDebouncedValue(text.trim(), 250);
  const searched = debounced.length >= searchFrom ? debounced : '';
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...facetQuery(facet, props.search, searched), enabled: props.ready });
  const { searchable, switchable } = facetTypes[facet];
  const { match, withMatch, onMatch } = useMatch(facet, props);
  if (error && !data) return <FacetFailed onRetry={() => void refetch()} />;
  return (
    <>
      {searchable && !props.onlyChecked && (
        <TextInput
          size="xs"
          className={classes.find}
          value={text}
          aria-label={t('filters.find', { facet: t(`facets.${facet}`) })}
          placeholder={t('filters.find', { facet: t(`facets.${facet}`).toLocaleLowerCase() })}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {switchable && !props.onlyChecked && (
        <Suspense fallback={<div className={classes.match} />}>
          <MatchSwitch facet={facet} match={match} onMatch={onMatch} />
        </Suspense>
      )}
      {data ? (
        <Values
          key={searched}
          facet={facet}
          values={data.answer.values}
          total={data.total}
          dimmed={isPlaceholderData}
          isSearch={searched !== ''}
          {...props}
          onFilters={(next) => props.onFilters(withMatch(next))}
        />
      ) : (
        <SkeletonText lines={5} />
      )}
    </>
  );
}

interface ValuesProps extends FacetProps {
  facet: Facet;
  values: readonly FacetValue[];
  total: number;
  dimmed: boolean;
  isSearch: boolean;
}

function Values({ facet, values, total, dimmed, isSearch, filters, onFilters, onlyChecked }: ValuesProps) {
  const { t } = useTranslation('search');
  const [isLong, setLong] = useState(false);
  const replace = (value: FilterValue) => onFilters(canonicalFilters([...filters, { facet, values: [value] }]));
  const chosen = new Map(filterOf(filters, facet)?.values.map((value) => [value.id, value]));
  const rows = onlyChecked ? values.filter((value) => chosen.has(value.id)) : values;
  const shown = isLong ? rows : rows.filter((value, index) => index < few || chosen.has(value.id));
  const more = rows.length - shown.length;
  if (rows.length === 0) return <p className={classes.hint}>{t(isSearch ? 'filters.notFound' : 'filters.nothing')}</p>;
  return (
    <FacetValues label={t(`facets.${facet}`)} dimmed={dimmed}>
      {shown.map((value) => {
        const state = chosen.get(value.id);
        const row = (
          <ValueRow
            key={value.id}
            name={value.name}
            count={value.count}
            total={total}
            state={state && (state.is_excluded ? 'excluded' : 'included')}
            onInclude={() => onFilters(toggleValue(filters, facet, { id: value.id }))}
            onExclude={() => onFilters(toggleValue(filters, facet, { id: value.id, is_excluded: true }))}
          />
        );
        if (facet !== 'language' || !state) return row;
        return (
          <li key={value.id} className={classes.general}>
            <ul className={classes.values}>{row}</ul>
            <Suspense fallback={<div className={classes.details} />}>
              <LanguageDetails name={value.name} value={state} onValue={replace} />
            </Suspense>
          </li>
        );
      })}
      {(more > 0 || isLong) && rows.length > few && (
        <li>
          <Button variant="subtle" color="gray" size="compact-xs" data-stop="main" onClick={() => setLong(!isLong)}>
            {isLong ? t('filters.less') : t('filters.more', { count: more })}
          </Button>
        </li>
      )}
    </FacetValues>
  );
}
