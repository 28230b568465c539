import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { canonicalFilters, filterOf, type FilterValue } from '@headwater/domain/query/filters';
import { encodeFilters } from '@headwater/domain/query/filters-address';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { facetQuery } from '../../api/count-facets.ts';
import type { FacetProps } from './facet-props.ts';
import { FacetFailed } from './FacetFailed.tsx';
import { FacetValues } from './FacetValues.tsx';
import { ValueRow } from './ValueRow.tsx';
import classes from './facets.module.css';

const scopes = ['curr', 'prev'] as const;
type Scope = (typeof scopes)[number];
const isScope = (id: string): id is Scope => id === 'curr' || id === 'prev';

/** FLT-036, FLT-042 to FLT-044. Neither or both employers selected: any. */
export function CompanySizeFacet({ filters, search, onFilters, onlyChecked, ready }: FacetProps) {
  const { t } = useTranslation('search');
  const active = filterOf(filters, 'companySize')?.values ?? [];
  const [startsWith, setStartsWith] = useState<readonly Scope[]>(['curr']);
  const chosen: readonly Scope[] = active.length === 0 ? startsWith : scopes.filter((scope) => active.some((value) => value.id === scope));
  const sizes = active.filter((value) => !isScope(value.id));
  // Checked employers count before a size is selected, to predict the result of a click.
  const waiting = { facet: 'companySize', values: chosen.map((id) => ({ id })) } as const;
  const counted = active.length > 0 ? search : { ...search, f: encodeFilters([...filters, waiting]) };
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...facetQuery('companySize', counted), enabled: ready });
  const send = (values: readonly FilterValue[], included: readonly Scope[]) => {
    const others = filters.filter((filter) => filter.facet !== 'companySize');
    setStartsWith(included);
    // An employer without a size does not filter, so it stays local until a size is selected.
    const all = values.length === 0 ? [] : [...included.map((id) => ({ id })), ...values];
    onFilters(canonicalFilters([...others, { facet: 'companySize', values: all }]));
  };
  const toggleSize = (id: string, isExcluded: boolean) => {
    const now = sizes.find((value) => value.id === id);
    const rest = sizes.filter((value) => value.id !== id);
    const isSame = now !== undefined && Boolean(now.is_excluded) === isExcluded;
    send(isSame ? rest : [...rest, { id, is_excluded: isExcluded }], chosen);
  };
  if (error && !data) return <FacetFailed onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={6} />;
  const values = data.answer.values;
  const nameOf = (id: string) => values.find((value) => value.id === id)?.name ?? id;
  return (
    <>
      <fieldset aria-label={t('filters.employer')} className={classes.scopes}>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={nameOf(scope)}
            checked={chosen.includes(scope)}
            onChange={(event) => send(sizes, event.currentTarget.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
          />
        ))}
      </fieldset>
      <FacetValues label={t('facets.companySize')} dimmed={isPlaceholderData}>
        {values
          .filter((value) => !isScope(value.id) && (!onlyChecked || sizes.some((size) => size.id === value.id)))
          .map((value) => {
            const state = sizes.find((size) => size.id === value.id);
            return (
              <ValueRow
                key={value.id}
                name={value.name.replace('-', '–')}
                count={value.count}
                total={data.total}
                state={state && (state.is_excluded ? 'excluded' : 'included')}
                onInclude={() => toggleSize(value.id, false)}
                onExclude={() => toggleSize(value.id, true)}
              />
            );
          })}
      </FacetValues>
    </>
  );
}
