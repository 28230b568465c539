import { useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { mayAccess } from '@headwater/domain/access';
import { encodeSearch, type SearchAddress } from '@headwater/domain/query/address';
import { SearchScreen } from '#features/search/components/SearchScreen.tsx';
import type { ResultActions } from '#features/search/model/actions.ts';
import type { ResultSelection } from '#features/search/model/selection.ts';
import type { PaneSteps } from '#features/search/model/screen-props.ts';
import { asActor } from '#lib/actor.ts';
import { parseSearch } from '#lib/address.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { loadTexts } from '#lib/i18n.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { showError } from '#ui/snackbar.tsx';
import { HomeTabs } from './search/HomeTabs.tsx';
import { SavedLater, SavedMenu } from './search/saved.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Person in the pane beside the results: comes back with Back, and is no part of the address that is shared. */
    openProfile?: number | undefined;
  }
}

const Survey = lazy(async () => {
  const [{ Survey: component }] = await Promise.all([import('#features/survey/components/Survey.tsx'), loadTexts('survey')]);
  return { default: component };
});

const hrefOf = (id: number) => `/profiles/${id}/`;

const loadPane = () => import('./search/pane.ts').then(({ loadProfilePane }) => loadProfilePane());
const loadActions = () => import('./search/result-actions.ts');
const ProfilePane = lazy(async () => ({ default: (await loadPane()).ProfilePane }));

const ToSequence = lazy(async () => {
  const [{ ToSequence: component }] = await Promise.all([import('./search/ToSequence.tsx'), loadTexts('mailings'), loadTexts('vacancies')]);
  return { default: component };
});
const toSequence = (selection: ResultSelection) => (
  <Suspense>
    <ToSequence selection={selection} />
  </Suspense>
);

const profilePane = (id: number, { close, previous, next, queryId }: PaneSteps) => (
  <Suspense fallback={<SkeletonText lines={12} />}>
    <ProfilePane profileId={id} name={null} queryId={queryId} onClose={close} onPrevious={previous} onNext={next} />
  </Suspense>
);

/** A first load is for results; the code of the open profile comes once a hand is on the mouse or the keys. */
function useEarlyPane(): void {
  useEffect(() => {
    const begin = new AbortController();
    const fetchPane = () => {
      begin.abort();
      // What fails here is told of when somebody is opened.
      loadPane().catch(() => undefined);
      loadActions().catch(() => undefined);
    };
    for (const name of ['pointermove', 'pointerdown', 'keydown']) addEventListener(name, fetchPane, { signal: begin.signal });
    return () => begin.abort();
  }, []);
}

/** What the recruiter may do with found people; the code and words of it come with the first use. */
function useResultActions(): ResultActions {
  const actor = asActor(useCurrentUser());
  return {
    add: mayAccess('edit_vacancies', actor)
      ? (selection, onAdded) => void loadActions().then(({ addFound }) => addFound(selection, onAdded), showError)
      : undefined,
    message: mayAccess('messaging', actor)
      ? (profileId) => void loadActions().then(({ writeTo }) => writeTo(profileId), showError)
      : undefined,
    more: mayAccess('sequences', actor) ? toSequence : undefined,
  };
}

/** The search home and its results: /, /profiles/ and /v1/profiles/ (SRCH-006, SRCH-009). */
export function SearchPage() {
  const { pathname, searchStr, hash, state } = useLocation();
  const navigate = useNavigate();
  const actions = useResultActions();
  const user = useCurrentUser();
  const mayUseAi = mayAccess('ai_search', asActor(user));
  useEarlyPane();
  const isOld = pathname.startsWith('/v1/');
  const to = isOld ? '/v1/profiles/' : '/profiles/';
  const onSearch = (search: SearchAddress) => void navigate({ to, search: parseSearch(encodeSearch(search)), resetScroll: false });
  const onOpen = (id: number | undefined) =>
    void navigate({
      to: pathname,
      search: true,
      hash: true,
      state: (held) => ({ ...held, openProfile: id }),
      replace: true,
      resetScroll: false,
    });
  const queryString = searchStr.replace(/^\?/, '');
  const hashed = hash ? `#${hash}` : '';
  return (
    <>
      {pathname === '/' && <HomeTabs open="search" />}
      <SearchScreen
        queryString={queryString}
        hash={hashed}
        isHome={pathname === '/'}
        look={isOld ? 'v1' : 'v2'}
        onSearch={onSearch}
        openId={state.openProfile}
        onOpen={onOpen}
        onOpenWhole={(id) => void navigate({ to: hrefOf(id) })}
        hrefOf={hrefOf}
        pane={profilePane}
        actions={actions}
        onAi={mayUseAi ? () => void navigate({ to: '/ai-search' }) : undefined}
        formAside={<SavedMenu queryString={queryString} />}
      />
      <SavedLater queryString={queryString} hash={hashed} />
      {pathname === '/' && user.survey && (
        <Suspense>
          <Survey user={user} survey={user.survey} />
        </Suspense>
      )}
    </>
  );
}
