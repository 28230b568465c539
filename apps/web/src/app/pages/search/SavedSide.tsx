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
  /** The key for saving was pressed before this was loaded. */
  savesAtOnce: boolean;
  onLoaded: () => void;
}

/** SRCH-023: #saved-queries and #history open the lists; and the key that saves. */
export function SavedSide({ queryString, hash, savesAtOnce, onLoaded }: SavedSideProps) {
  const { t } = useTranslation('saved-queries');
  const navigate = useNavigate();
  const { stored, mayKeep, named } = useScreenSearch(queryString);
  const close = async () => {
    await navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
    // The item of the menu that opened the list is gone with its menu.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-saved-menu]')?.focus());
  };
  const shortcuts = useMemo(
    () => [{ keys: 's', label: t('keys.save'), group: t('keys.group'), act: () => openSave(named()), disabled: !mayKeep }],
    // oxlint-disable-next-line react/exhaustive-deps -- `named` is new at every drawing and reads what stands in the address
    [t, mayKeep, queryString],
  );
  useShortcuts(shortcuts);
  useEffect(() => {
    if (savesAtOnce && mayKeep) openSave(named());
    onLoaded();
    // oxlint-disable-next-line react/exhaustive-deps -- what was pressed before counts once
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
