import { Button, Switch } from '@mantine/core';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { IconLock } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type Facet, facets, facetTypes, isProtectedFacet, isRangeFacet, type ProtectedFacet } from '@headwater/domain/query/facets';
import { canonicalFilters, type FacetFilterState, filterOf, hasActiveFilter } from '@headwater/domain/query/filters';
import { useCurrentUser } from '#lib/current-user.ts';
import { useStoredState } from '#lib/stored-state.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { facetQuery } from '../../api/count-facets.ts';
import { CompanySizeFacet } from './CompanySizeFacet.tsx';
import type { FacetProps } from './facet-props.ts';
import { FacetSection } from './FacetSection.tsx';
import { GeneralFacet } from './GeneralFacet.tsx';
import { RangeFacet } from './RangeFacet.tsx';
import { useGdpr } from './use-gdpr.ts';
import { ValuesFacet } from './ValuesFacet.tsx';
import classes from './facets.module.css';

type FacetsPanelProps = Omit<FacetProps, 'onlyChecked'>;
type OpenFacets = Partial<Record<Facet, boolean>>;

/** Facets enabled for the company (FLT-002 to FLT-005). */
function useFacets(): Facet[] {
  const { company, permissions } = useCurrentUser();
  return facets.filter((facet) => {
    if (facetTypes[facet].hidden || (facet === 'tag' && !permissions.tags)) return false;
    return !isProtectedFacet(facet) || company.filters[facet];
  });
}

/** Shows a click immediately, before the address and results change, and combines quick clicks. */
function useQuickFilters({ filters: settled, onFilters: settle }: FacetsPanelProps): Pick<FacetProps, 'filters' | 'onFilters'> {
  const [draft, setDraft] = useState({ from: settled, filters: settled });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const filters = draft.from === settled ? draft.filters : settled;
  const onFilters = (next: FacetFilterState[]) => {
    setDraft({ from: settled, filters: next });
    clearTimeout(timer.current);
    requestAnimationFrame(() => {
      timer.current = setTimeout(() => settle(next), 0);
    });
  };
  return { filters, onFilters };
}

/**
 * FLT-052, FLT-053: the first call includes the skip list, so that opening it needs no request.
 * Other closed facets send none (FLT-051).
 */
function useSkipList(closed: readonly Facet[], { search, ready }: Pick<FacetProps, 'search' | 'ready'>): void {
  useQueries({
    queries: closed.filter((facet) => facetTypes[facet].fixed).map((facet) => ({ ...facetQuery(facet, search), enabled: ready })),
    // Avoids renders: the data is not shown here.
    combine: () => undefined,
  });
}

export function FacetsPanel(props: FacetsPanelProps) {
  const { t } = useTranslation('search');
  const { filters, onFilters } = useQuickFilters(props);
  const [opened, setOpened] = useStoredState<OpenFacets>('search.facets', {});
  const [wantsChecked, setWantsChecked] = useState(false);
  const visible = useFacets();
  const gdpr = useGdpr(props.search, useQueryClient());
  const isWithheld = (facet: Facet) => isProtectedFacet(facet) && gdpr[facet];
  const isActive = hasActiveFilter(filters);
  // FLT-054.
  const onlyChecked = wantsChecked && isActive;
  const chosenIn = (facet: Facet) => {
    const state = filterOf(filters, facet);
    return state ? state.values.length + (state.range ? 1 : 0) : 0;
  };
  const isOpen = (facet: Facet) => onlyChecked || (opened[facet] ?? (facetTypes[facet].openByDefault || chosenIn(facet) > 0));
  useSkipList(
    visible.filter((facet) => !isOpen(facet) && !isWithheld(facet)),
    props,
  );
  return (
    <div className={classes.panel}>
      <div className={classes.panelHead}>
        <Switch
          size="xs"
          label={t('filters.onlyChecked')}
          checked={onlyChecked}
          disabled={!isActive}
          onChange={(event) => setWantsChecked(event.currentTarget.checked)}
        />
        <Button variant="subtle" color="gray" size="compact-xs" disabled={!isActive} onClick={() => onFilters([])}>
          {t('filters.clear')}
        </Button>
      </div>
      {visible
        .filter((facet) => !onlyChecked || chosenIn(facet) > 0)
        .map((facet) => (
          <FacetSection
            key={facet}
            facet={facet}
            open={isOpen(facet)}
            chosen={chosenIn(facet)}
            onToggle={() => setOpened({ ...opened, [facet]: !isOpen(facet) })}
            onClear={() => onFilters(canonicalFilters(filters.filter((filter) => filter.facet !== facet)))}
          >
            {isProtectedFacet(facet) && gdpr[facet] ? (
              <Withheld facet={facet} />
            ) : (
              <FacetContent facet={facet} {...props} filters={filters} onFilters={onFilters} onlyChecked={onlyChecked} />
            )}
          </FacetSection>
        ))}
    </div>
  );
}

/** FLT-006, FLT-007: reason for a missing slider, with the same height. */
function Withheld({ facet }: { facet: ProtectedFacet }) {
  const { t } = useTranslation('search');
  return (
    <p className={classes.withheld} data-withheld={facet}>
      <IconLock size={14} aria-hidden />
      <span>{t(`filters.withheld.${facet}`)}</span>
    </p>
  );
}

function FacetContent({ facet, ...given }: FacetProps & { facet: Facet }) {
  const onFilters = (after: FacetFilterState[]) => {
    const change = { before: given.filters, after };
    // Loaded on demand: the first page needs no events.
    import('../../model/facet-event.ts').then(({ sendFacetEvent }) => sendFacetEvent(facet, change)).catch(() => undefined);
    given.onFilters(after);
  };
  const props = { ...given, onFilters };
  if (facet === 'general') return <GeneralFacet {...props} />;
  if (facet === 'companySize') return <CompanySizeFacet {...props} />;
  if (isRangeFacet(facet)) return <RangeFacet facet={facet} {...props} />;
  return <ValuesFacet facet={facet} {...props} />;
}
