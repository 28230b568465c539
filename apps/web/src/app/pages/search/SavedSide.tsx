import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { openSave } from '#features/saved-queries/components/dialogs.tsx';
import { HistoryList } from '#features/saved-queries/components/HistoryList.tsx';
import { SavedList } from '#features/saved-queries/components/SavedList.tsx';
import { SidePanel } from '#features/saved-queries/components/SidePanel.tsx';
import { useShortcuts } from '#lib/shortcuts.ts';
import { HistoryKeeper } from './HistoryKeeper.tsx';
import { useScreenSearch } from './use-screen-search.ts';

/** SRCH-023: #saved-queries and #history open the lists; and what else goes along with searching. */
export function SavedSide({ queryString, hash }: { queryString: string; hash: string }) {
  const { t } = useTranslation('saved-queries');
  const navigate = useNavigate();
  const { search, stored, mayKeep, named } = useScreenSearch(queryString);
  const close = () => void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
  const shortcuts = useMemo(
    () => [{ keys: 's', label: t('keys.save'), group: t('keys.group'), act: () => openSave(named()), disabled: !mayKeep }],
    // oxlint-disable-next-line react/exhaustive-deps -- `named` is new at every drawing and reads what stands in the address
    [t, mayKeep, queryString],
  );
  useShortcuts(shortcuts);
  return (
    <>
      {mayKeep && <HistoryKeeper search={search} />}
      {hash === '#saved-queries' && (
        <SidePanel title={t('saved.title')} onClose={close}>
          <SavedList current={stored} />
        </SidePanel>
      )}
      {hash === '#history' && (
        <SidePanel title={t('history.title')} onClose={close}>
          <HistoryList />
        </SidePanel>
      )}
    </>
  );
}
