import { useLocation, useNavigate } from '@tanstack/react-router';
import { encodeSearch } from '@headwater/domain/query/address';
import { InsightsScreen } from '#features/search/components/insights/InsightsScreen.tsx';
import { parseSearch } from '#lib/search-string.ts';
import { HomeTabs } from './search/HomeTabs.tsx';

/** AIS-008, AIS-009: market insights of a search, at /intelligence. */
export function InsightsPage() {
  const { pathname, searchStr, hash } = useLocation();
  const navigate = useNavigate();
  return (
    <InsightsScreen
      queryString={searchStr.replace(/^\?/, '')}
      hash={hash ? `#${hash}` : ''}
      tabs={<HomeTabs open="insights" queryString={searchStr.replace(/^\?/, '')} isHome />}
      onSearch={(search) => void navigate({ to: pathname, search: parseSearch(encodeSearch(search)), resetScroll: false })}
      onShowPeople={(search) => void navigate({ to: '/profiles/', search: parseSearch(encodeSearch(search)) })}
    />
  );
}
