import { Suspense, useMemo } from 'react';
import { decodeSearch, emptySearch, type SearchAddress } from '@headwater/domain/query/address';
import type { QueryEntity } from '@headwater/domain/query/term';
import { lazyWithTexts } from '#lib/lazy-with-texts.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { searchInputOf } from '../api/find-profiles.ts';
import type { SearchScreenProps } from '../model/screen-props.ts';
import { SearchInputContext } from './form/search-input-context.ts';
import { SearchForm } from './form/SearchForm.tsx';
import { ResultsSkeleton } from './results/ResultsSkeleton.tsx';
import classes from './screen.module.css';

const ExampleSearches = lazyPart(() => import('../examples/ExampleSearches.tsx'), 'ExampleSearches', ['examples']);
const ResultsLayout = lazyWithTexts(() => import('./ResultsLayout.tsx'), 'ResultsLayout');
const AddressProblems = lazyPart(() => import('./AddressProblems.tsx'), 'AddressProblems');

const isBlank = (search: SearchAddress) => search.query.length === 0 && search.filters.length === 0 && search.folderId === null;

/** The address is the only state. */
export function SearchScreen(props: SearchScreenProps) {
  const { queryString, hash, isHome, look = 'v2', onSearch, formAside } = props;
  const { t } = useTranslation('search');
  const { search, errors } = useMemo(() => decodeSearch(queryString), [queryString]);
  const parameters = useMemo(() => new URLSearchParams(queryString), [queryString]);
  const isBroken = errors.q.length + errors.f.length > 0;
  const showsExamples = isHome && isBlank(search) && !isBroken;
  usePageTitle(search.query.length > 0 ? `${wordsOf(search.query)} · ${t('title')}` : t('title'));
  const inForm = useMemo(() => ({ query: search.query, search: searchInputOf(search) }), [search]);
  const changeQuery = (query: QueryEntity[]) => onSearch({ ...search, query, page: 1 });
  return (
    <div className={classes.screen} data-look={look}>
      <h1 className="hw-visually-hidden">{t('title')}</h1>
      <SearchInputContext value={inForm}>
        <SearchForm query={search.query} hash={hash} onQuery={changeQuery} look={look} onAi={props.onAi} aside={formAside} />
      </SearchInputContext>
      {isBroken ? (
        <Suspense fallback={null}>
          <AddressProblems
            errors={errors}
            raw={{ q: parameters.get('q') ?? '', f: parameters.get('f') ?? '' }}
            onDrop={() => onSearch({ ...search, page: 1 })}
          />
        </Suspense>
      ) : showsExamples ? (
        <Suspense>
          <ExampleSearches onQuery={changeQuery} onEveryone={() => onSearch(emptySearch)} HomeParts={props.HomeParts} />
        </Suspense>
      ) : (
        <Suspense fallback={<ResultsSkeleton />}>
          <ResultsLayout {...props} search={search} />
        </Suspense>
      )}
    </div>
  );
}

const wordsOf = (query: readonly QueryEntity[]) =>
  query
    .flatMap((entity) => (entity.type === 'APPLIED_TERM' && !entity.data.is_excluded ? [entity.data.text] : []))
    .slice(0, 3)
    .join(', ');
