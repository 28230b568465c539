import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef } from 'react';
import type { FoundProfile } from '@headwater/contract/search';
import { type SearchAddress, withFilters } from '@headwater/domain/query/address';
import type { Filters } from '@headwater/domain/query/filters';
import { useStoredState } from '#lib/stored-state.ts';
import { Pager } from '#ui/table/Pager.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { searchInputOf, findProfilesQuery, type ResultSource, searchItself } from '../../api/find-profiles.ts';
import type { ResultActions } from '../../model/actions.ts';
import { forgetScroll, useScrollPosition } from './scroll-position.ts';
import { LeftOut, ResultList } from './ResultList.tsx';
import { usePreview } from './preview/use-preview.tsx';
import { ResultRow } from './ResultRow.tsx';
import { type Density, ResultToolbar } from './ResultToolbar.tsx';
import { useResultSelection } from './use-result-selection.ts';
import { useHidden } from './use-hidden-people.ts';
import { useListWidth } from './use-list-width.ts';
import { useResultActions } from './use-result-actions.ts';
import { useActiveRow } from './use-active-row.ts';
import classes from './results.module.css';

// Not part of the first load: without filters or a selection nothing needs them.
const FilterChips = lazyPart(() => import('./FilterChips.tsx'), 'FilterChips');
const SelectionActions = lazyPart(() => import('./SelectionActions.tsx'), 'SelectionActions');

export interface ListParts {
  head?: ReactNode;
  empty?: ReactNode;
  chips?: Filters;
  rowAside?: (profile: FoundProfile) => ReactNode;
}

interface ResultsProps {
  search: SearchAddress;
  onSearch: (search: SearchAddress) => void;
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
  onOpenWhole: (id: number) => void;
  hrefOf: (id: number) => string;
  actions: ResultActions;
  filters: ReactNode;
  source?: ResultSource | undefined;
  parts?: ListParts | undefined;
}

const noProfiles: readonly FoundProfile[] = [];
const noParts: ListParts = {};
const scrollKeyOf = (search: SearchAddress) => JSON.stringify([searchInputOf(search), search.ranking, search.page]);

function useList(props: ResultsProps) {
  const { search, onSearch, openId, onOpen, actions, source = searchItself } = props;
  const found = useQuery(findProfilesQuery(search, source));
  const { data, error, isPlaceholderData } = found;
  const isNew = data !== undefined && !isPlaceholderData;
  const hidden = useHidden(JSON.stringify([source.id, searchInputOf(search)]));
  const people = data?.profiles ?? noProfiles;
  const ids = people.map((profile) => profile.id).filter((id) => !hidden.people.has(id));
  const total = data?.total ?? 0;
  const searchedFor = { ...searchInputOf(search), ranking: search.ranking };
  const chosen = useResultSelection({ search: searchedFor, ids, total });
  const scroller = useRef<HTMLDivElement>(null);
  useScrollPosition(scroller, scrollKeyOf(search), isNew);
  const activeRow = useActiveRow({ ids, openId, onOpen, onOpenWhole: props.onOpenWhole, scroller });
  const goTo = (next: SearchAddress) => {
    forgetScroll(scrollKeyOf(next));
    onSearch(next);
  };
  const onDone = () => {
    chosen.clear();
    // Cards show the vacancies of each person.
    void found.refetch();
  };
  const personal = useResultActions({ people, actions, activeRow, chosen, search: searchedFor, openId, onOpen, onDone, hide: hidden.hide });
  const onChooseAll = chosen.selection.kind === 'ids' && total > ids.length ? chosen.chooseAll : undefined;
  return {
    found,
    listed: error ? undefined : data?.total,
    isNew,
    hidden,
    chosen,
    onChooseAll,
    scroller,
    activeRow,
    goTo,
    onDone,
    personal,
  };
}

interface Rows {
  list: ReturnType<typeof useList>;
  room: ReturnType<typeof useListWidth>;
}

function rowsOf({ search, openId, hrefOf, parts }: ResultsProps, { list: { chosen, activeRow, personal }, room }: Rows) {
  return (profile: FoundProfile, index: number) => (
    <ResultRow
      // By index: new people reuse the rows without a layout shift.
      key={index}
      profile={profile}
      chosen={chosen.isChosen(profile.id)}
      open={profile.id === openId}
      active={profile.id === activeRow.current}
      viewed={profile.viewed || activeRow.seen.has(profile.id)}
      href={hrefOf(profile.id)}
      ranking={search.ranking}
      width={room.width}
      isWide={room.isWide}
      actions={personal}
      aside={parts?.rowAside?.(profile)}
      onChoose={(isRange) => chosen.toggle(profile.id, isRange)}
      onOpen={(whole) => activeRow.open(profile.id, whole)}
      onFocus={() => activeRow.setActive(profile.id)}
    />
  );
}

export function Results(props: ResultsProps) {
  const { search, actions, filters, source = searchItself, parts = noParts } = props;
  const list = useList(props);
  const { found, listed, hidden, chosen, scroller, goTo, onDone } = list;
  const { data, error, isPlaceholderData, isFetching } = found;
  const [density, setDensity] = useStoredState<Density>('search.density', 'comfortable');
  const rested = usePreview(scroller, { profiles: data?.profiles ?? noProfiles, isOff: props.openId !== undefined });
  const rowOf = rowsOf(props, { list, room: useListWidth(scroller) });
  return (
    <div className={classes.results}>
      <ResultToolbar
        total={listed}
        tookMs={error ? undefined : data?.took_ms}
        ranking={search.ranking}
        onRanking={(ranking) => goTo({ ...search, ranking, page: 1 })}
        page={chosen.pageState}
        onTogglePage={chosen.togglePage}
        onChooseAll={list.onChooseAll}
        filters={filters}
        density={density}
        onDensity={setDensity}
        head={parts.head}
      />
      {(parts.chips ?? search.filters).length > 0 && (
        <Suspense fallback={<div className={classes.chips} />}>
          <FilterChips
            filters={search.filters}
            shown={parts.chips}
            search={searchInputOf(search)}
            ready={list.isNew}
            onFilters={(next) => goTo(withFilters(search, next))}
          />
        </Suspense>
      )}
      <LeftOut items={data?.excluded_items ?? []} />
      <div
        id="results"
        tabIndex={-1}
        className={classes.scroller}
        ref={scroller}
        aria-busy={isFetching}
        data-density={density}
        {...rested.list}
        data-dimmed={(isPlaceholderData && isFetching) || undefined}
      >
        <ResultList
          found={found}
          search={search}
          hidden={hidden}
          empty={parts.empty}
          isCountable={source.isCountable ?? false}
          onSearch={goTo}
          rowOf={rowOf}
        />
      </div>
      {rested.preview}
      {chosen.selection.count > 0 && (
        <Suspense>
          <SelectionActions
            selection={chosen.selection}
            actions={actions}
            message={list.personal.message}
            onDone={onDone}
            onClear={chosen.clear}
          />
        </Suspense>
      )}
      {listed !== 0 && (
        <Pager page={search.page} perPage={source.perPage} total={data?.reach ?? listed} onPage={(page) => goTo({ ...search, page })} />
      )}
    </div>
  );
}
