import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { decodeSearch, emptySearch, type SearchAddress, withFilters } from '@headwater/domain/query/address';
import type { FacetFilterState } from '@headwater/domain/query/filters';
import type { QueryEntity } from '@headwater/domain/query/term';
import { usePageTitle } from '#lib/page-title.ts';
import { useStoredState } from '#lib/stored-state.ts';
import { SplitPane } from '#ui/SplitPane.tsx';
import { askedOf, findProfilesQuery } from '../api/find-profiles.ts';
import type { ResultActions } from '../model/actions.ts';
import { AddressProblems } from './AddressProblems.tsx';
import { FacetsPanel } from './facets/FacetsPanel.tsx';
import { FiltersDrawer } from './FiltersPlace.tsx';
import { FirstVisit } from './FirstVisit.tsx';
import { SearchForm } from './form/SearchForm.tsx';
import { Results } from './results/Results.tsx';
import classes from './screen.module.css';

/** The way on from the person in the pane; undefined at the ends of the page of results. */
export interface PaneSteps {
  close: () => void;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

export interface SearchScreenProps {
  /** Query string of the address, without '?' (domain/query/address). */
  queryString: string;
  /** With '#', or empty. */
  hash: string;
  /** The search home: an empty search shows examples instead of everybody. */
  isHome: boolean;
  /** SRCH-006. */
  look?: 'v1' | 'v2';
  onSearch: (search: SearchAddress) => void;
  /** Person in the right pane. */
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
  onOpenWhole: (id: number) => void;
  hrefOf: (id: number) => string;
  /** Content of the right pane; without it people open as whole pages. */
  pane?: (id: number, steps: PaneSteps) => ReactNode;
  actions?: ResultActions;
  /** At the right of the form's switches: saved searches. */
  formAside?: ReactNode;
}

const none: ResultActions = {};
const isBlank = (search: SearchAddress) => search.query.length === 0 && search.filters.length === 0 && search.folderId === null;

/** Search, filters, results and the opened person. The address is its only state. */
export function SearchScreen(props: SearchScreenProps) {
  const { queryString, hash, isHome, look = 'v2', onSearch, formAside } = props;
  const { t } = useTranslation('search');
  const { search, errors } = useMemo(() => decodeSearch(queryString), [queryString]);
  const parameters = useMemo(() => new URLSearchParams(queryString), [queryString]);
  const isBroken = errors.q.length + errors.f.length > 0;
  const showsExamples = isHome && isBlank(search) && !isBroken;
  usePageTitle(search.query.length > 0 ? `${wordsOf(search.query)} · ${t('title')}` : t('title'));
  const changeQuery = (query: QueryEntity[]) => onSearch({ ...search, query, page: 1 });
  return (
    <div className={classes.screen} data-look={look}>
      <h1 className="hw-visually-hidden">{t('title')}</h1>
      <SearchForm query={search.query} hash={hash} onQuery={changeQuery} look={look} aside={formAside} />
      {isBroken ? (
        <AddressProblems
          errors={errors}
          raw={{ q: parameters.get('q') ?? '', f: parameters.get('f') ?? '' }}
          onDrop={() => onSearch({ ...search, page: 1 })}
        />
      ) : showsExamples ? (
        <FirstVisit onQuery={changeQuery} onEveryone={() => onSearch(emptySearch)} />
      ) : (
        <Found {...props} search={search} />
      )}
    </div>
  );
}

/** The first words of a query, for the browser's tab. */
const wordsOf = (query: readonly QueryEntity[]) =>
  query
    .flatMap((entity) => (entity.type === 'APPLIED_TERM' && !entity.data.is_excluded ? [entity.data.text] : []))
    .slice(0, 3)
    .join(', ');

/** Filters, list and pane of a search that can be made. */
function Found({
  search,
  onSearch,
  openId,
  onOpen,
  onOpenWhole,
  hrefOf,
  pane,
  actions = none,
}: SearchScreenProps & { search: SearchAddress }) {
  const { t } = useTranslation('search');
  const { data, isPlaceholderData, isFetched } = useQuery(findProfilesQuery(search));
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const [showsFilters, setShowsFilters] = useStoredState('search.filters', true);
  const changeFilters = (filters: FacetFilterState[]) => onSearch(withFilters(search, filters));
  const panel = (
    <FacetsPanel filters={search.filters} asked={askedOf(search)} onFilters={changeFilters} ready={isFetched && !isPlaceholderData} />
  );
  const person = openId === undefined ? undefined : data?.profiles.find((profile) => profile.id === openId);
  const ids = data?.profiles.map((profile) => profile.id) ?? [];
  const stepTo = (step: number) => {
    const at = openId === undefined ? -1 : ids.indexOf(openId);
    const id = at < 0 ? undefined : ids[at + step];
    return id === undefined ? undefined : () => onOpen(id);
  };
  const steps = { close: () => onOpen(undefined), previous: stepTo(-1), next: stepTo(1) };
  const toggle = t(showsFilters ? 'filters.hide' : 'filters.show');
  const filters = isNarrow ? (
    <FiltersDrawer chosen={search.filters.length} total={data?.total}>
      {panel}
    </FiltersDrawer>
  ) : (
    <Tooltip label={toggle}>
      <ActionIcon aria-label={toggle} aria-expanded={showsFilters} onClick={() => setShowsFilters(!showsFilters)}>
        <IconAdjustmentsHorizontal size={16} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <>
      {search.folderId !== null && (
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
          />
        </SplitPane>
      </div>
    </>
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
