import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { mayAccess } from '@headwater/domain/access';
import { encodeSearch, type SearchAddress } from '@headwater/domain/query/address';
import { SearchScreen } from '#features/search/components/SearchScreen.tsx';
import { asActor } from '#lib/actor.ts';
import { parseSearch } from '#lib/search-string.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { HomeTabs } from './search/HomeTabs.tsx';
import { useOpenPerson } from './search/open-person.ts';
import { useFoundPeople, useResultActions } from './search/found-people.tsx';
import { SavedSideLoader, SavedMenu } from './search/saved-searches.tsx';

const HomeParts = lazyPart(() => import('./search/HomeParts.tsx'), 'HomeParts', ['welcome']);
const Survey = lazyPart(() => import('#features/survey/components/Survey.tsx'), 'Survey', ['survey']);

/** SRCH-006, SRCH-009. */
export function SearchPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { pathname, queryString } = useOpenPerson();
  const people = useFoundPeople();
  const actions = useResultActions();
  const user = useCurrentUser();
  const mayUseAi = mayAccess('ai_search', asActor(user));
  const isOld = pathname.startsWith('/v1/');
  const to = isOld ? '/v1/profiles/' : '/profiles/';
  const onSearch = (search: SearchAddress) => void navigate({ to, search: parseSearch(encodeSearch(search)), resetScroll: false });
  const hashed = hash ? `#${hash}` : '';
  return (
    <>
      {!isOld && <HomeTabs open="search" queryString={queryString} isHome={pathname === '/'} />}
      <SearchScreen
        queryString={queryString}
        hash={hashed}
        isHome={pathname === '/'}
        look={isOld ? 'v1' : 'v2'}
        onSearch={onSearch}
        {...people}
        actions={actions}
        onAi={isOld && mayUseAi ? () => void navigate({ to: '/ai-search' }) : undefined}
        formAside={<SavedMenu queryString={queryString} />}
        HomeParts={HomeParts}
      />
      <SavedSideLoader queryString={queryString} hash={hashed} />
      {pathname === '/' && user.survey && (
        <Suspense>
          <Survey user={user} survey={user.survey} />
        </Suspense>
      )}
    </>
  );
}
