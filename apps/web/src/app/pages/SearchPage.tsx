import { useLocation, useNavigate } from '@tanstack/react-router';
import { encodeSearch, type SearchAddress } from '@headwater/domain/query/address';
import { ProfileView } from '#features/profiles/components/ProfileView.tsx';
import { type PaneSteps, SearchScreen } from '#features/search/components/SearchScreen.tsx';
import { parseSearch } from '#lib/address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Person in the pane beside the results: comes back with Back, and is no part of the address that is shared. */
    openProfile?: number;
  }
}

const hrefOf = (id: number) => `/profiles/${id}/`;

const profilePane = (id: number, steps: PaneSteps) => (
  <ProfileView profileId={id} variant="pane" onClose={steps.close} onPrevious={steps.previous} onNext={steps.next} />
);

/** The search home and its results: /, /profiles/ and /v1/profiles/ (SRCH-006, SRCH-009). */
export function SearchPage() {
  const { pathname, searchStr, hash, state } = useLocation();
  const navigate = useNavigate();
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
  return (
    <SearchScreen
      queryString={searchStr.replace(/^\?/, '')}
      hash={hash ? `#${hash}` : ''}
      isHome={pathname === '/'}
      look={isOld ? 'v1' : 'v2'}
      onSearch={onSearch}
      openId={state.openProfile}
      onOpen={onOpen}
      onOpenWhole={(id) => void navigate({ to: hrefOf(id) })}
      hrefOf={hrefOf}
      pane={profilePane}
    />
  );
}
