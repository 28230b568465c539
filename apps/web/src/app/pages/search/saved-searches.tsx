import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconBookmarks, IconChevronDown } from '@tabler/icons-react';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { lazyWithTexts, withTexts } from '#lib/lazy-with-texts.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { opening } from '#ui/modals.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { showError } from '#ui/snackbar.tsx';
import { HistoryKeeper } from './HistoryKeeper.tsx';
import { useScreenSearch } from './use-screen-search.ts';

// The names of fields and facets in chips are those of the search screen, whose texts are there already.
const SavedItems = lazyWithTexts(() => import('./SavedItems.tsx'), 'SavedItems', ['saved-queries']);
const loadSide = () => import('./SavedSide.tsx');
const SavedSide = lazyWithTexts(loadSide, 'SavedSide', ['saved-queries']);

interface SavedProps {
  queryString: string;
  /** With '#', or empty. */
  hash: string;
}

/** Keeping searches and finding them again; what it offers comes with its first use. */
export function SavedMenu({ queryString }: Pick<SavedProps, 'queryString'>) {
  const { t } = useTranslation('search');
  const isPhone = usePhone();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {isPhone ? (
          <ActionIcon variant="default" size={36} aria-label={t('saved')} data-saved-menu>
            <IconBookmarks size={16} stroke={1.6} />
          </ActionIcon>
        ) : (
          <Button variant="default" size="compact-sm" rightSection={<IconChevronDown size={14} aria-hidden />} data-saved-menu>
            {t('saved')}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown miw={260}>
        <Suspense fallback={<SkeletonText lines={5} />}>
          <SavedItems queryString={queryString} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The history that keeps itself; the lists of the addresses #saved-queries and #history, and keys, whose code comes with the first touch. */
export function SavedLater({ queryString, hash }: SavedProps) {
  const { t } = useTranslation('search');
  const [isWanted, setWanted] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  const [savesAtOnce, setSavesAtOnce] = useState(false);
  const whenLoaded = useRef<() => void>(undefined);
  const { search, mayKeep } = useScreenSearch(queryString);
  // The key is heard before the code is there that knows how to save.
  const isEmpty = queryString === '';
  const shortcuts = useMemo(() => {
    const mounted = () =>
      new Promise<void>((resolve) => {
        whenLoaded.current = resolve;
        setSavesAtOnce(true);
        setWanted(true);
      });
    const act = () => void opening(() => Promise.all([withTexts(loadSide, ['saved-queries']), mounted()])).catch(showError);
    return [{ keys: 's', label: t('saved'), group: t('saved'), act, disabled: isLoaded || isEmpty }];
  }, [t, isLoaded, isEmpty]);
  useShortcuts(shortcuts);
  const onLoaded = useCallback(() => {
    setLoaded(true);
    whenLoaded.current?.();
  }, []);
  useEffect(() => {
    const begun = new AbortController();
    const want = () => {
      begun.abort();
      setWanted(true);
    };
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, want, { signal: begun.signal });
    return () => begun.abort();
  }, []);
  return (
    <>
      {mayKeep && <HistoryKeeper search={search} />}
      {(isWanted || hash !== '') && (
        <Suspense fallback={null}>
          <SavedSide queryString={queryString} hash={hash} savesAtOnce={savesAtOnce} onLoaded={onLoaded} />
        </Suspense>
      )}
    </>
  );
}
