import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconBookmarks, IconChevronDown } from '@tabler/icons-react';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { withTexts } from '#lib/lazy-with-texts.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { opening } from '#ui/modals.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { showError } from '#ui/snackbar.tsx';
import { HistoryKeeper } from './HistoryKeeper.tsx';
import { useScreenSearch } from './use-screen-search.ts';

const SavedItems = lazyPart(() => import('./SavedItems.tsx'), 'SavedItems', ['saved-queries']);
const loadSide = () => withTexts(() => import('./SavedSide.tsx'), ['saved-queries']);

interface SavedProps {
  queryString: string;
  hash: string;
}

const loadDialogs = () => withTexts(() => import('#features/saved-queries/components/dialogs.tsx'), ['saved-queries']);

/** Save is a separate button; the menu lists saved searches. */
export function SavedMenu({ queryString }: Pick<SavedProps, 'queryString'>) {
  const { t } = useTranslation('search');
  const isPhone = usePhone();
  const { mayKeep, named } = useScreenSearch(queryString);
  const save = () => void opening(loadDialogs).then(({ openSave }) => openSave(named()), showError);
  return (
    <>
      {!isPhone && (
        <Button variant="default" size="compact-sm" disabled={!mayKeep} onClick={save}>
          {t('save')}
        </Button>
      )}
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
            <SavedItems queryString={queryString} hasSave={isPhone} />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

export function SavedSideLoader({ queryString, hash }: SavedProps) {
  const { t } = useTranslation('search');
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadSide>>>();
  const [savesAtOnce, setSavesAtOnce] = useState(false);
  const resolveLoaded = useRef<() => void>(undefined);
  const { search, mayKeep } = useScreenSearch(queryString);
  // Captures the save key before the save code is loaded.
  const isEmpty = queryString === '';
  const isLoaded = loaded !== undefined;
  const shortcuts = useMemo(() => {
    const saved = () =>
      new Promise<void>((resolve, reject) => {
        resolveLoaded.current = resolve;
        setSavesAtOnce(true);
        loadSide().then(setLoaded, reject);
      });
    const failed = (error: unknown) => {
      setSavesAtOnce(false);
      showError(error);
    };
    const act = () => void opening(saved).catch(failed);
    return [{ keys: 's', label: t('saved'), group: t('saved'), act, disabled: isLoaded || isEmpty }];
  }, [t, isLoaded, isEmpty]);
  useShortcuts(shortcuts);
  const onLoaded = useCallback(() => resolveLoaded.current?.(), []);
  useEffect(() => onLoaded, [onLoaded]);
  useEffect(() => {
    if (hash !== '' && !isLoaded) loadSide().then(setLoaded, showError);
  }, [hash, isLoaded]);
  useEffect(() => {
    if (isLoaded) return undefined;
    const touched = new AbortController();
    // A silent preload; the next input event retries.
    const want = () => void loadSide().then(setLoaded, () => undefined);
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, want, { signal: touched.signal });
    return () => touched.abort();
  }, [isLoaded]);
  return (
    <>
      {mayKeep && <HistoryKeeper search={search} />}
      {loaded && (
        <Suspense fallback={null}>
          <loaded.SavedSide queryString={queryString} hash={hash} savesAtOnce={savesAtOnce} onLoaded={onLoaded} />
        </Suspense>
      )}
    </>
  );
}
