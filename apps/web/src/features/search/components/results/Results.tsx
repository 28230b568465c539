import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundProfile } from '@headwater/contract/search';
import type { SearchAddress } from '@headwater/domain/query/address';
import { isStarting } from '#lib/api-error.ts';
import { Pager } from '#ui/table/Pager.tsx';
import { SelectionBar } from '#ui/table/SelectionBar.tsx';
import { askedOf, findProfilesQuery, type FoundPage, type ResultSource, searchItself } from '../../api/find-profiles.ts';
import type { ResultActions } from '../../model/actions.ts';
import type { ResultSelection } from '../../model/selection.ts';
import { forgetScroll, useKeptScroll } from './kept-scroll.ts';
import { Nobody } from './Nobody.tsx';
import { ResultRow } from './ResultRow.tsx';
import { ResultsSkeleton } from './ResultsSkeleton.tsx';
import { ResultToolbar } from './ResultToolbar.tsx';
import { SearchStarting } from '../SearchStarting.tsx';
import { SearchFailed } from './SearchFailed.tsx';
import { SelectionActions } from './SelectionActions.tsx';
import { useChosen } from './use-chosen.ts';
import { useResultKeys } from './use-result-keys.ts';
import { useWalk } from './use-walk.ts';
import classes from './results.module.css';

interface ResultsProps {
  search: SearchAddress;
  onSearch: (search: SearchAddress) => void;
  openId: number | undefined;
  /** Undefined closes. */
  onOpen: (id: number | undefined) => void;
  onOpenWhole: (id: number) => void;
  hrefOf: (id: number) => string;
  actions: ResultActions;
  filters: ReactNode;
  source?: ResultSource | undefined;
}

const noProfiles: readonly FoundProfile[] = [];
const scrollKeyOf = (search: SearchAddress) => JSON.stringify([askedOf(search), search.ranking, search.page]);

/** The found people, a page at a time. A changed query dims the old rows until the new ones land; nothing blanks or jumps. */
export function Results({ search, onSearch, openId, onOpen, onOpenWhole, hrefOf, actions, filters, source = searchItself }: ResultsProps) {
  const found = useQuery(findProfilesQuery(search, source));
  const { data, error, isPlaceholderData, isFetching, refetch } = found;
  const profiles = data?.profiles ?? noProfiles;
  const ids = profiles.map((profile) => profile.id);
  const total = data?.total ?? 0;
  const listed = error ? undefined : data?.total;
  const searchedFor = { ...askedOf(search), ranking: search.ranking };
  const chosen = useChosen({ search: searchedFor, ids, total });
  const scroller = useRef<HTMLDivElement>(null);
  useKeptScroll(scroller, scrollKeyOf(search), data !== undefined && !isPlaceholderData);
  const walk = useWalk({ ids, openId, onOpen, onOpenWhole, scroller });
  const goTo = (next: SearchAddress) => {
    forgetScroll(scrollKeyOf(next));
    onSearch(next);
  };
  const { current } = walk;
  const one: ResultSelection | undefined =
    current === undefined ? undefined : { kind: 'ids', ids: [current], count: 1, search: searchedFor };
  const acted = chosen.selection.count > 0 ? chosen.selection : one;
  const { add, message } = actions;
  const onDone = () => {
    chosen.clear();
    // The cards say which vacancies a person is in.
    void refetch();
  };
  useResultKeys({
    move: walk.move,
    choose: () => current !== undefined && chosen.toggle(current, false),
    close: openId === undefined ? undefined : () => onOpen(undefined),
    add: add && acted && (() => add(acted, onDone)),
    message: message && current !== undefined ? () => message(current) : undefined,
  });
  const rowOf = (profile: FoundProfile, index: number) => (
    <ResultRow
      // By place: other people come into the same rows, and nothing moves.
      key={index}
      profile={profile}
      chosen={chosen.isChosen(profile.id)}
      open={profile.id === openId}
      active={profile.id === current}
      viewed={profile.viewed || walk.seen.has(profile.id)}
      href={hrefOf(profile.id)}
      onChoose={(isRange) => chosen.toggle(profile.id, isRange)}
      onOpen={(whole) => walk.open(profile.id, whole)}
      onFocus={() => walk.setActive(profile.id)}
    />
  );
  return (
    <div className={classes.results}>
      <ResultToolbar
        total={listed}
        tookMs={error ? undefined : data?.took_ms}
        ranking={search.ranking}
        onRanking={(ranking) => goTo({ ...search, ranking, page: 1 })}
        page={chosen.pageState}
        onTogglePage={chosen.togglePage}
        onChooseAll={chosen.selection.kind === 'ids' && total > ids.length ? chosen.chooseAll : undefined}
        filters={filters}
      />
      <LeftOut items={data?.excluded_items ?? []} />
      <div
        id="results"
        tabIndex={-1}
        className={classes.scroller}
        ref={scroller}
        aria-busy={isFetching}
        data-dimmed={(isPlaceholderData && isFetching) || undefined}
      >
        <Listing found={found} search={search} isCountable={source === searchItself} onSearch={goTo} rowOf={rowOf} />
      </div>
      <SelectionBar count={chosen.selection.count} onClear={chosen.clear}>
        <SelectionActions selection={chosen.selection} actions={actions} onDone={onDone} />
      </SelectionBar>
      {listed !== 0 && <Pager page={search.page} perPage={source.perPage} total={listed} onPage={(page) => goTo({ ...search, page })} />}
    </div>
  );
}

interface ListingProps {
  found: UseQueryResult<FoundPage>;
  search: SearchAddress;
  isCountable: boolean;
  onSearch: (search: SearchAddress) => void;
  rowOf: (profile: FoundProfile, index: number) => ReactNode;
}

/** The people of the page, or what is there instead of them. */
function Listing({ found: { data, error, refetch, failureReason }, search, isCountable, onSearch, rowOf }: ListingProps) {
  const { t } = useTranslation('search');
  if (error) return <SearchFailed error={error} search={search} onSearch={onSearch} onRetry={() => void refetch()} />;
  if (!data) return isStarting(failureReason) ? <SearchStarting reason={failureReason} /> : <ResultsSkeleton />;
  if (data.profiles.length === 0) return <Nobody search={search} total={data.total} isCountable={isCountable} onSearch={onSearch} />;
  return (
    <ul className={classes.list} aria-label={t('results')}>
      {data.profiles.map(rowOf)}
    </ul>
  );
}

/** RSLT-005: what the server could not take into account. */
function LeftOut({ items }: { items: readonly { text: string }[] }) {
  const { t } = useTranslation('search');
  return items.length === 0 ? null : (
    <p className={classes.leftOut}>{t('leftOut', { items: items.map((item) => item.text).join(', ') })}</p>
  );
}
