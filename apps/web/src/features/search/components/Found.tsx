import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type SearchAddress, withFilters } from '@headwater/domain/query/address';
import type { FacetFilterState } from '@headwater/domain/query/filters';
import { useStoredState } from '#lib/stored-state.ts';
import { SplitPane } from '#ui/SplitPane.tsx';
import { askedOf, findProfilesQuery } from '../api/find-profiles.ts';
import type { ResultActions } from '../model/actions.ts';
import { focusOn, listState } from '../model/list-state.ts';
import type { SearchScreenProps } from '../model/screen-props.ts';
import { FacetsPanel } from './facets/FacetsPanel.tsx';
import { FiltersButton } from './FiltersPlace.tsx';
import { Results } from './results/Results.tsx';
import { SkipToResults } from './results/SkipToResults.tsx';
import classes from './screen.module.css';

const none: ResultActions = {};

/** Filters, list and pane of a search that can be made. */
export function Found({
  search,
  onSearch,
  openId,
  onOpen,
  onOpenWhole,
  hrefOf,
  pane,
  actions = none,
  source,
  ownsFolder = false,
}: SearchScreenProps & { search: SearchAddress }) {
  const { t } = useTranslation('search');
  const { data, isPlaceholderData, isFetched } = useQuery(findProfilesQuery(search, source));
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const [showsFilters, setShowsFilters] = useStoredState('search.filters', true);
  const changeFilters = (filters: FacetFilterState[]) => onSearch(withFilters(search, filters));
  const panel = (
    <FacetsPanel filters={search.filters} asked={askedOf(search)} onFilters={changeFilters} ready={isFetched && !isPlaceholderData} />
  );
  const list = listState(data);
  const person = openId === undefined ? undefined : list.profilesById.get(openId);
  const focus = focusOn(list, openId);
  const stepTo = (id: number | undefined) => (id === undefined ? undefined : () => onOpen(id));
  const steps = { close: () => onOpen(undefined), previous: stepTo(focus?.previous), next: stepTo(focus?.next), queryId: data?.query_id };
  const toggle = t(showsFilters ? 'filters.hide' : 'filters.show');
  const filters = isNarrow ? (
    <FiltersButton chosen={search.filters.length} total={data?.total}>
      {panel}
    </FiltersButton>
  ) : (
    <Tooltip label={toggle}>
      <ActionIcon aria-label={toggle} aria-expanded={showsFilters} onClick={() => setShowsFilters(!showsFilters)}>
        <IconAdjustmentsHorizontal size={16} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <div className={classes.side}>
      <SkipToResults />
      {search.folderId !== null && !ownsFolder && (
        <FolderNote name={data?.folder_name ?? ''} onLeave={() => onSearch({ ...search, folderId: null, page: 1 })} />
      )}
      <div className={classes.found}>
        {!isNarrow && showsFilters && (
          <aside className={classes.filters} aria-label={t('filters.title')}>
            {panel}
          </aside>
        )}
        <SplitPane
          id="search"
          pane={openId !== undefined && pane ? pane(openId, steps) : undefined}
          label={t('pane', { name: person?.name ?? '' })}
          onClose={steps.close}
        >
          <Results
            search={search}
            onSearch={onSearch}
            openId={openId}
            onOpen={pane ? onOpen : (id) => id !== undefined && onOpenWhole(id)}
            onOpenWhole={onOpenWhole}
            hrefOf={hrefOf}
            actions={actions}
            filters={filters}
            source={source}
          />
        </SplitPane>
      </div>
    </div>
  );
}

function FolderNote({ name, onLeave }: { name: string; onLeave: () => void }) {
  const { t } = useTranslation('search');
  return (
    <div className={classes.folder}>
      <span>{t('folder', { name })}</span>
      <Button variant="subtle" size="compact-xs" onClick={onLeave}>
        {t('leaveFolder')}
      </Button>
    </div>
  );
}
