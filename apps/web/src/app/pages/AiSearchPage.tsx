import { useNavigate } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { decodeSearch, type SearchAddress } from '@headwater/domain/query/address';
import { encodeFilters } from '@headwater/domain/query/filters-address';
import { AiSearchScreen, type ShownSearch } from '#features/ai-search/components/AiSearchScreen.tsx';
import { isPlainInChips, plainSearch } from '#features/ai-search/model/chips.ts';
import { ResultsSkeleton } from '#features/search/components/results/ResultsSkeleton.tsx';
import { aiSearchParams } from '#features/ai-search/model/params.ts';
import { lazyWithTexts } from '#lib/lazy-with-texts.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { useStoredState } from '#lib/stored-state.ts';
import { aiSource } from './search/ai-source.ts';
import { HomeTabs } from './search/HomeTabs.tsx';
import { useFoundPeople, useResultActions } from './search/found-people.tsx';

const ResultsLayout = lazyWithTexts(() => import('#features/search/components/ResultsLayout.tsx'), 'ResultsLayout');

export function AiSearchPage() {
  const navigate = useNavigate();
  const { shown, change } = useScreenParams(aiSearchParams);
  const { id, page, s: ranking, folderId } = shown;
  const [, setBoolean] = useStoredState('search.boolean', false);
  const goTo = (next: Partial<Pick<SearchAddress, 'page' | 'ranking'>>) =>
    change({ page: next.page ?? 1, s: next.ranking ?? ranking, open: undefined }, { replace: true });
  const people = (shown: ShownSearch) => <People shown={shown} page={page} ranking={ranking} goTo={goTo} />;
  return (
    <AiSearchScreen
      id={id}
      page={ranking === 'relevance' ? page : 1}
      folderId={folderId ?? null}
      onSearch={(made) => void navigate({ to: '/ai-search', search: aiSearchParams.write({ id: made, folderId }) })}
      onPage={(next) => goTo({ page: next })}
      onPlain={({ q, f }) => {
        if (isPlainInChips(q)) setBoolean(false);
        void navigate({ to: '/profiles/', search: { ...(q ? { q } : {}), ...(f ? { f } : {}) } });
      }}
      people={people}
      tabs={<HomeTabs open="ai" isHome />}
    />
  );
}

interface PeopleProps extends Pick<SearchAddress, 'page' | 'ranking'> {
  shown: ShownSearch;
  goTo: (next: Partial<Pick<SearchAddress, 'page' | 'ranking'>>) => void;
}

function People({ shown: { search: made, head, empty, thumbs, onFilters }, page, ranking, goTo }: PeopleProps) {
  const people = useFoundPeople();
  const actions = useResultActions();
  const { q, f } = plainSearch(made.query ?? { q: '', f: '' });
  const search = useMemo(
    () => ({ ...decodeSearch(new URLSearchParams({ q, f }).toString()).search, ranking, page, folderId: made.folder_id }),
    [q, f, ranking, page, made.folder_id],
  );
  const source = useMemo(() => aiSource(made), [made]);
  const onSearch = (next: SearchAddress) => {
    const filters = encodeFilters(next.filters);
    if (filters === encodeFilters(search.filters)) goTo({ page: next.page, ranking: next.ranking });
    else onFilters(filters);
  };
  return (
    <Suspense fallback={<ResultsSkeleton />}>
      <ResultsLayout
        search={search}
        onSearch={onSearch}
        {...people}
        actions={actions}
        source={source}
        parts={{ head, empty, rowAside: ({ id }) => thumbs(id), chips: ownRanges(search) }}
        ownsFolder
      />
    </Suspense>
  );
}

const ownRanges = ({ filters }: SearchAddress) => filters.filter(({ facet }) => ['age', 'graduation', 'onLastPosition'].includes(facet));
