import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { openSave } from '#features/saved-queries/components/dialogs.tsx';
import { HistoryList } from '#features/saved-queries/components/HistoryList.tsx';
import { SavedList } from '#features/saved-queries/components/SavedList.tsx';
import { SidePanel } from '#features/saved-queries/components/SidePanel.tsx';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useScreenSearch } from './use-screen-search.ts';

interface SavedSideProps {
  queryString: string;
  hash: string;
  savesAtOnce: boolean;
  onLoaded: () => void;
}

/** SRCH-023: #saved-queries and #history open the lists; also registers the save key. */
export function SavedSide({ queryString, hash, savesAtOnce, onLoaded }: SavedSideProps) {
  const { t } = useTranslation('saved-queries');
  const navigate = useNavigate();
  const { stored, mayKeep, named } = useScreenSearch(queryString);
  const close = async () => {
    await navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
    // The menu item that opened the list no longer exists, so focus the menu button.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-saved-menu]')?.focus());
  };
  const shortcuts = useMemo(
    () => [{ keys: 's', label: t('keys.save'), group: t('keys.group'), act: () => openSave(named()), disabled: !mayKeep }],
    // oxlint-disable-next-line react/exhaustive-deps -- `named` changes at every render and reads the address
    [t, mayKeep, queryString],
  );
  useShortcuts(shortcuts);
  useEffect(() => {
    if (savesAtOnce && mayKeep) openSave(named());
    onLoaded();
    // oxlint-disable-next-line react/exhaustive-deps -- handles an earlier key press once
  }, []);
  return (
    <>
      {hash === '#saved-queries' && (
        <SidePanel title={t('saved.title')} onClose={() => void close()}>
          <SavedList current={stored} />
        </SidePanel>
      )}
      {hash === '#history' && (
        <SidePanel title={t('history.title')} onClose={() => void close()}>
          <HistoryList />
        </SidePanel>
      )}
    </>
  );
}
