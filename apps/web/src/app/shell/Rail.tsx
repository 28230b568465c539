import { Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconHelpCircle,
  IconHistory,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPuzzle,
  IconSearch,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Kbd } from '#ui/Kbd.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { RailBell } from './Bell.tsx';
import { Brand } from '../frame/Brand.tsx';
import { shownMainMenu, outsideLinks } from '../frame/menu.ts';
import { RailEntry } from './RailEntry.tsx';
import { homeOf } from '../guards.ts';
import { useShellActions } from '../frame/shell-actions.ts';
import classes from './Rail.module.css';

export function Rail({ expanded }: { expanded: boolean }) {
  const { t } = useTranslation('app');
  const user = useCurrentUser();
  const { openPalette, warmPalette, openRecent, toggleRail } = useShellActions();
  const toggleLabel = expanded ? t('menu.collapse') : t('menu.expand');
  const ToggleIcon = expanded ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  return (
    <aside className={classes.rail} data-expanded={expanded || undefined}>
      <div className={classes.head}>
        <Link to={homeOf(user)} className={classes.brand}>
          <Brand compact={!expanded} />
        </Link>
      </div>
      <Tooltip label={t('palette.open')} position="right" disabled={expanded}>
        <UnstyledButton
          className={classes.command}
          onClick={openPalette}
          onPointerEnter={warmPalette}
          aria-label={t('palette.open')}
          aria-keyshortcuts="Control+K"
        >
          <IconSearch size={16} stroke={1.6} aria-hidden />
          {expanded && (
            <>
              <span className={classes.label}>{t('palette.open')}</span>
              <Kbd keys="mod+k" />
            </>
          )}
        </UnstyledButton>
      </Tooltip>
      <nav aria-label={t('menu.title')} className={classes.nav}>
        <ul className={classes.list}>
          {shownMainMenu(user).map((entry) => (
            <RailEntry key={entry.key} entry={entry} expanded={expanded} />
          ))}
        </ul>
      </nav>
      <div className={classes.foot}>
        <OutsideLinks expanded={expanded} />
        <RailBell expanded={expanded} />
        {mayAccess('vacancies', asActor(user)) && (
          <Tooltip label={t('recent.open')} position="right" disabled={expanded}>
            <UnstyledButton
              className={classes.item}
              onClick={openRecent}
              aria-haspopup="dialog"
              aria-label={expanded ? undefined : t('recent.open')}
            >
              <IconHistory size={18} stroke={1.6} aria-hidden />
              {expanded && <span className={classes.label}>{t('recent.open')}</span>}
            </UnstyledButton>
          </Tooltip>
        )}
        <Tooltip label={toggleLabel} position="right" disabled={expanded}>
          <UnstyledButton className={classes.item} onClick={toggleRail} aria-label={toggleLabel} aria-expanded={expanded}>
            <ToggleIcon size={18} stroke={1.6} aria-hidden />
            {expanded && <span className={classes.label}>{toggleLabel}</span>}
          </UnstyledButton>
        </Tooltip>
        <AccountMenu expanded={expanded} />
      </div>
    </aside>
  );
}

/** SHELL-058 to SHELL-060. */
function OutsideLinks({ expanded }: { expanded: boolean }) {
  const { t } = useTranslation('app');
  const user = useCurrentUser();
  return outsideLinks(user).map(({ key, href }) => {
    const LinkIcon = key === 'help' ? IconHelpCircle : IconPuzzle;
    return (
      <Tooltip key={key} label={t(`menu.${key}`)} position="right" disabled={expanded}>
        <UnstyledButton
          className={classes.item}
          component="a"
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label={expanded ? undefined : t(`menu.${key}`)}
        >
          <LinkIcon size={18} stroke={1.6} aria-hidden />
          {expanded && <span className={classes.label}>{t(`menu.${key}`)}</span>}
        </UnstyledButton>
      </Tooltip>
    );
  });
}
