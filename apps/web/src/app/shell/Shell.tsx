import { Outlet, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { usePush } from '#features/notices/model/use-push.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useLiveUpdates } from '#lib/live.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useStoredState } from '#lib/stored-state.ts';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Corner } from '#ui/Corner.tsx';
import { openModal, warmDialogs } from '#ui/modals.tsx';
import { Connection } from './Connection.tsx';
import { Bands, Palette, recentJobs, shortcutList } from './late-parts.tsx';
import { NavigationProgress } from './NavigationProgress.tsx';
import { Rail } from './Rail.tsx';
import { ShellActions } from '../frame/shell-actions.ts';
import { SystemNotice } from './SystemNotice.tsx';
import { TopBar } from './TopBar.tsx';
import { JobsInProgress } from './JobsInProgress.tsx';
import classes from './Shell.module.css';

export function Shell() {
  return (
    <ShellFrame>
      <Outlet />
    </ShellFrame>
  );
}

function usePartsPreload(): void {
  const { addRoutes } = useRouter().options.context;
  useEffect(() => {
    const begun = new AbortController();
    const fetchThem = () => {
      begun.abort();
      warmDialogs();
      addRoutes().catch(() => undefined);
    };
    for (const name of ['pointermove', 'pointerdown', 'keydown']) addEventListener(name, fetchThem, { signal: begun.signal });
    return () => begun.abort();
  }, [addRoutes]);
}

const wide = () => globalThis.innerWidth >= 1280;

export function ShellFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('app');
  const user = useCurrentUser();
  const phone = usePhone();
  const [expanded, setExpanded] = useStoredState('rail', wide());
  const [palette, setPalette] = useState<'never' | 'open' | 'closed'>('never');
  const corner = useRef<HTMLDivElement>(null);
  usePartsPreload();
  useLiveUpdates();
  usePush(user.impersonated_by === null);

  const actions = useMemo(
    () => ({
      openPalette: () => setPalette('open'),
      warmPalette: Palette.preload,
      openShortcuts: () => void openModal({ title: t('shortcuts.title'), size: 'md', content: shortcutList }),
      openRecent: () => void openModal({ title: t('recent.title'), size: 'md', content: recentJobs }),
      toggleRail: () => setExpanded(!expanded),
    }),
    [t, expanded, setExpanded],
  );
  const shortcuts = useMemo(() => {
    const group = t('shortcuts.general');
    const togglePalette = () => setPalette((state) => (state === 'open' && corner.current ? 'closed' : 'open'));
    return [
      { keys: 'mod+k', label: t('shortcuts.palette'), group, act: togglePalette },
      { keys: '?', label: t('shortcuts.list'), group, act: actions.openShortcuts },
      { keys: 'mod+b', label: t('shortcuts.rail'), group, act: actions.toggleRail },
    ];
  }, [t, actions]);
  useShortcuts(shortcuts);

  return (
    <ShellActions value={actions}>
      <div id="skip-links" className={classes.skips}>
        <a href="#content">{t('skip')}</a>
      </div>
      <NavigationProgress />
      <div className={classes.shell} data-phone={phone || undefined}>
        {phone ? <TopBar /> : <Rail expanded={expanded} />}
        <main id="content" className={classes.content} tabIndex={-1}>
          <Connection />
          <Bands user={user} />
          <Suspense>{children}</Suspense>
        </main>
      </div>
      <JobsInProgress />
      <SystemNotice />
      {palette !== 'never' && (
        <Suspense>
          <Corner ref={corner} hidden={palette !== 'open'}>
            <Palette opened={palette === 'open'} onClose={() => setPalette('closed')} />
          </Corner>
        </Suspense>
      )}
    </ShellActions>
  );
}
