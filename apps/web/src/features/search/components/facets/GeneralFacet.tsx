import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { canonicalFilters, type FacetFilterState, filterOf, type FilterValue, toggleValue } from '@headwater/domain/query/filters';
import { defaultDays, type GeneralItem, isViewsChoice, takesDays, visibleGeneralItems } from '@headwater/domain/query/general-facet';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { facetQuery } from '../../api/count-facets.ts';
import type { FacetProps } from './facet-props.ts';
import { FacetFailed } from './FacetFailed.tsx';
import { FacetValues } from './FacetValues.tsx';
import { useMatch } from './use-match.ts';
import { ValueRow } from './ValueRow.tsx';
import classes from './facets.module.css';

const GeneralDetails = lazyPart(() => import('./GeneralDetails.tsx'), 'GeneralDetails');
const MatchSwitch = lazyPart(() => import('./MatchSwitch.tsx'), 'MatchSwitch');

/** FLT-018 to FLT-034. */
export function GeneralFacet({ filters, search, onlyChecked, ready, ...props }: FacetProps) {
  const { t } = useTranslation('search');
  const user = useCurrentUser();
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...facetQuery('general', search), enabled: ready });
  const { match, withMatch, onMatch } = useMatch('general', { filters, onFilters: props.onFilters });
  const onFilters = (next: FacetFilterState[]) => props.onFilters(withMatch(next));
  const chosen = new Map(filterOf(filters, 'general')?.values.map((value) => [value.id, value]));
  const counts = new Map(data?.answer.values.map((value) => [value.id, value.count]));
  const items = visibleGeneralItems(user).filter((item) => !onlyChecked || chosen.has(item));
  const replace = (value: FilterValue) => onFilters(canonicalFilters([...filters, { facet: 'general', values: [value] }]));
  const toggle = (item: GeneralItem, isExcluded: boolean) => {
    const value = chosen.get(item);
    const days = takesDays(item) ? { days: value?.days ?? defaultDays } : {};
    onFilters(toggleValue(filters, 'general', { ...days, ...(value?.by ? { by: value.by } : {}), id: item, is_excluded: isExcluded }));
  };
  const rows = (
    <FacetValues label={t('facets.general')} dimmed={isPlaceholderData}>
      {items.map((item) => {
        const value = chosen.get(item);
        return (
          <li key={item} className={classes.general}>
            <ul className={classes.values} data-dimmed={isPlaceholderData || undefined}>
              <ValueRow
                name={t(`general.${item}`)}
                count={counts.get(item)}
                total={data?.total ?? 0}
                state={value && (value.is_excluded ? 'excluded' : 'included')}
                onInclude={() => toggle(item, false)}
                onExclude={() => toggle(item, true)}
              />
            </ul>
            {value && (takesDays(item) || isViewsChoice(item)) && (
              <Suspense fallback={<div className={classes.details} />}>
                <GeneralDetails value={value} inFolder={search.folderId !== null} onValue={replace} />
              </Suspense>
            )}
          </li>
        );
      })}
    </FacetValues>
  );
  return (
    <>
      {!onlyChecked && (
        <Suspense fallback={<div className={classes.match} />}>
          <MatchSwitch facet="general" match={match} onMatch={onMatch} />
        </Suspense>
      )}
      {rows}
      {error && !data && <FacetFailed onRetry={() => void refetch()} />}
    </>
  );
}
