import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { VacancyView } from '@headwater/contract/vacancies';
import { encodeSearch, type SearchAddress } from '@headwater/domain/query/address';
import { smartSource } from '#features/saved-queries/api/smart-folders.ts';
import { HistoryList } from '#features/saved-queries/components/HistoryList.tsx';
import { SidePanel } from '#features/saved-queries/components/SidePanel.tsx';
import { SmartBar } from '#features/saved-queries/components/SmartBar.tsx';
import { isKept, shownChoice, smartAddress, smartSearch, toStoredSearch, withShown } from '#features/saved-queries/model/smart-search.ts';
import { asksNothing, readStored, type StoredSearch } from '#features/saved-queries/model/stored-search.ts';
import { searchParams } from '#features/search/model/params.ts';
import { SearchScreen } from '#features/search/components/SearchScreen.tsx';
import { parseSearch } from '#lib/search-string.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { HistoryKeeper } from '../search/HistoryKeeper.tsx';
import { useKeepForVacancy } from '../search/keep-for-vacancy.ts';
import { useFoundPeople } from '../search/found-people.tsx';
import { useSmartAddress } from './smart-address.ts';
import { useActions } from './use-actions.ts';
import { useTurnOff } from './use-turn-off.ts';

interface SmartFolderProps {
  vacancy: VacancyView;
  stored: StoredSearch | null;
}

export function SmartFolder({ vacancy, stored }: SmartFolderProps) {
  const { t } = useTranslation('saved-queries');
  const { id } = vacancy;
  const { queryString, hasSearch } = useSmartAddress();
  const navigate = useNavigate();
  const keep = useKeepForVacancy();
  const actions = useActions(vacancy);
  const people = useFoundPeople();
  const [showsHistory, setShowsHistory] = useState(false);
  const source = useMemo(() => smartSource(id), [id]);
  const { search, errors } = smartSearch(queryString, stored, id);
  const isBroken = errors.q.length + errors.f.length > 0;
  const here = { to: '/smart-folders/$folderId/', params: { folderId: String(id) } } as const;
  const onSearch = (next: SearchAddress) =>
    void navigate({ ...here, search: searchParams.validate(parseSearch(smartAddress(next, stored))), resetScroll: false });
  const isChanged = !isBroken && !isKept(search, stored);
  const turnOff = useTurnOff(vacancy);
  const mayKeep = vacancy.permissions.edit && isChanged && !asksNothing(toStoredSearch(search));
  return (
    <>
      <SmartBar
        folder={vacancy}
        shown={shownChoice(search.filters)}
        onShown={(choice) => onSearch(withShown(search, choice, stored ? readStored(stored).search.filters : []))}
        onHistory={() => setShowsHistory(true)}
        onKeep={mayKeep ? () => void keep(id, toStoredSearch(search)) : undefined}
        onReset={stored && isChanged ? () => void navigate(here) : undefined}
        onOff={stored && vacancy.permissions.edit ? () => void turnOff() : undefined}
      />
      <SearchScreen
        queryString={isBroken ? queryString : encodeSearch(search)}
        hash=""
        isHome={false}
        onSearch={onSearch}
        {...people}
        actions={actions}
        source={source}
        ownsFolder
      />
      {!isBroken && (hasSearch || stored) && <HistoryKeeper search={search} source={source} />}
      {showsHistory && (
        <SidePanel title={t('history.title')} onClose={() => setShowsHistory(false)}>
          <HistoryList folderId={id} onOpened={() => setShowsHistory(false)} />
        </SidePanel>
      )}
    </>
  );
}
