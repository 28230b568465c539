import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SearchAddress, withFilters } from '@headwater/domain/query/address';
import type { FacetFilterState } from '@headwater/domain/query/filters';
import { useTranslation } from '#lib/use-translation.ts';
import { SplitPane } from '#ui/SplitPane.tsx';
import { searchInputOf, findProfilesQuery, perPage } from '../api/find-profiles.ts';
import type { ResultActions } from '../model/actions.ts';
import { focusOn, listState } from '../model/list-state.ts';
import type { SearchScreenProps } from '../model/screen-props.ts';
import { FacetsPanel } from './facets/FacetsPanel.tsx';
import { useFiltersPlace } from './FiltersPlace.tsx';
import { Results } from './results/Results.tsx';
import { SkipToResults } from './results/SkipToResults.tsx';
import classes from './screen.module.css';

const none: ResultActions = {};

type ResultsLayoutProps = Omit<SearchScreenProps, 'queryString' | 'hash' | 'isHome'> & { search: SearchAddress };

export function ResultsLayout(props: ResultsLayoutProps) {
  const { search, onSearch, openId, onOpen, hrefOf, pane, actions = none, source, parts, ownsFolder = false } = props;
  const { t } = useTranslation('search');
  const { data, isPlaceholderData, isFetched } = useQuery(findProfilesQuery(search, source));
  const list = listState(data);
  const person = openId === undefined ? undefined : list.profilesById.get(openId);
  const focus = focusOn(list, openId);
  const stepTo = (id: number | undefined) => (id === undefined ? undefined : () => onOpen(id));
  const openWhole = (id: number) => {
    const at = list.profiles.findIndex((profile) => profile.id === id);
    props.onOpenWhole(id, at < 0 || source ? undefined : (search.page - 1) * perPage + at);
  };
  const close = () => onOpen(undefined);
  const shownPane =
    openId !== undefined &&
    pane?.(openId, {
      close,
      previous: stepTo(focus?.previous),
      next: stepTo(focus?.next),
      whole: () => openWhole(openId),
      queryId: data?.query_id,
    });
  const panel = (
    <FacetsPanel
      filters={search.filters}
      search={searchInputOf(search)}
      onFilters={(filters: FacetFilterState[]) => onSearch(withFilters(search, filters))}
      ready={isFetched && !isPlaceholderData}
    />
  );
  const { toggle, isBeside } = useFiltersPlace({
    panel,
    chosen: search.filters.length,
    total: data?.total,
    isPaneOpen: Boolean(shownPane),
  });
  return (
    <div className={classes.side}>
      <SkipToResults />
      {search.folderId !== null && !ownsFolder && (
        <FolderNote name={data?.folder_name ?? ''} onLeave={() => onSearch({ ...search, folderId: null, page: 1 })} />
      )}
      <div className={classes.found}>
        {isBeside && (
          <aside className={classes.filters} aria-label={t('filters.title')}>
            {panel}
          </aside>
        )}
        <SplitPane id="search" pane={shownPane || undefined} label={t('pane', { name: person?.name ?? '' })} onClose={close}>
          <Results
            search={search}
            onSearch={onSearch}
            openId={openId}
            onOpen={pane ? onOpen : (id) => id !== undefined && openWhole(id)}
            onOpenWhole={openWhole}
            hrefOf={hrefOf}
            actions={actions}
            filters={toggle}
            source={source}
            parts={parts}
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
