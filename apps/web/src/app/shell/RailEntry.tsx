import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconPoint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { unreadQuery } from '#features/outreach/api/inbox.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { MenuEntry } from '../frame/menu.ts';
import { menuIcons } from '../frame/menu-icons.ts';
import { Badge } from './Badge.tsx';
import bell from './Bell.module.css';
import classes from './Rail.module.css';

const bare = (path: string) => path.replace(/\/+$/, '') || '/';

const openedFrom: Record<string, string> = {
  '/folders': '/smart-folders',
  '/messaging/sent': '/messaging/scheduled',
  '/messaging/settings': '/messaging/suppressions',
};

/** True if the open screen is at or below the address ('/' matches itself and the results). */
export function isUnder(pathname: string, to: string): boolean {
  const [here, there] = [bare(pathname), bare(to)];
  if (there === '/') return ['/', '/profiles', '/v1/profiles', '/intelligence', '/ai-search'].includes(here);
  const other = openedFrom[there];
  if (other !== undefined && isUnder(here, other)) return true;
  return here === there || here.startsWith(`${there}/`);
}

/** Returns the closest of overlapping sub-items (/notifications, /notifications/system). */
export function openLink(pathname: string, links: readonly { to: string }[]): string | undefined {
  return links.filter(({ to }) => isUnder(pathname, to)).toSorted((left, right) => bare(right.to).length - bare(left.to).length)[0]?.to;
}

/** Unread conversations: at Inbox, or at Messaging while Inbox is not shown. */
function useUnread(entry: MenuEntry): { count: number; label: string | undefined } {
  const { t } = useTranslation('app');
  const has = entry.children.some(({ key }) => key === 'inbox');
  const known = useQuery({ ...unreadQuery, enabled: has }).data;
  const count = has ? (known?.count ?? 0) : 0;
  return { count, label: count > 0 ? t('conversations.unread', { name: t('menu.inbox'), count }) : undefined };
}

interface RailEntryProps {
  entry: MenuEntry;
  expanded: boolean;
}

export function RailEntry({ entry, expanded }: RailEntryProps) {
  const { pathname } = useLocation();
  const active = openLink(pathname, [...entry.children, ...(entry.to === undefined ? [] : [{ to: entry.to }])]) !== undefined;
  return <li>{expanded ? <WideEntry entry={entry} active={active} /> : <NarrowEntry entry={entry} active={active} />}</li>;
}

interface EntryProps {
  entry: MenuEntry;
  active: boolean;
}

function WideEntry({ entry, active }: EntryProps) {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const [opened, setOpened] = useState(false);
  const EntryIcon = menuIcons[entry.key] ?? IconPoint;
  const shown = active || opened;
  const current = openLink(pathname, entry.children);
  const unread = useUnread(entry);
  const content = (
    <>
      <EntryIcon size={18} stroke={1.6} aria-hidden />
      <span className={classes.label}>{t(`menu.${entry.key}`)}</span>
      {!shown && <Badge count={unread.count} />}
    </>
  );
  return (
    <>
      {entry.to === undefined ? (
        <UnstyledButton className={classes.item} data-active={active || undefined} aria-expanded={shown} onClick={() => setOpened(!opened)}>
          {content}
          <IconChevronDown size={14} aria-hidden className={classes.chevron} data-open={shown || undefined} />
        </UnstyledButton>
      ) : (
        <Link
          to={entry.to}
          className={classes.item}
          data-active={active || undefined}
          data-current={(active && current === undefined) || undefined}
          aria-current={active && current === undefined ? 'page' : undefined}
        >
          {content}
        </Link>
      )}
      {shown && entry.children.length > 0 && (
        <ul className={classes.sublist}>
          {entry.children.map((child) => (
            <li key={child.to}>
              <Link
                to={child.to}
                className={classes.subitem}
                data-active={current === child.to || undefined}
                aria-current={current === child.to ? 'page' : undefined}
                aria-label={child.key === 'inbox' ? unread.label : undefined}
              >
                <span className={classes.label}>{t(`menu.${child.key}`)}</span>
                {child.key === 'inbox' && <Badge count={unread.count} />}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function NarrowEntry({ entry, active }: EntryProps) {
  const { t } = useTranslation('app');
  const [opened, setOpened] = useState(false);
  const EntryIcon = menuIcons[entry.key] ?? IconPoint;
  const label = t(`menu.${entry.key}`);
  const unread = useUnread(entry);
  const icon = <EntryIcon size={18} stroke={1.6} aria-hidden />;
  if (entry.children.length === 0) {
    return (
      <Tooltip label={label} position="right">
        <Link
          to={entry.to ?? '/menu/'}
          className={classes.item}
          data-active={active || undefined}
          aria-current={active ? 'page' : undefined}
          aria-label={label}
        >
          {icon}
        </Link>
      </Tooltip>
    );
  }
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowRight') return;
    event.preventDefault();
    setOpened(true);
  };
  const target =
    entry.to === undefined ? (
      <UnstyledButton className={classes.item} data-active={active || undefined} aria-label={label} onClick={() => setOpened(true)}>
        {icon}
      </UnstyledButton>
    ) : (
      <Link
        to={entry.to}
        className={`${classes.item} ${bell.item}`}
        data-active={active || undefined}
        aria-current={active ? 'page' : undefined}
        aria-label={unread.label ? `${label}. ${unread.label}` : label}
        onKeyDown={byKey}
      >
        {icon}
        <Badge count={unread.count} />
      </Link>
    );
  return (
    <Menu opened={opened} onChange={setOpened} trigger="hover" position="right-start" offset={8} openDelay={60} closeDelay={120}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {entry.children.map((child) => (
          <Menu.Item
            key={child.to}
            renderRoot={(props) => <Link to={child.to} {...props} />}
            rightSection={child.key === 'inbox' && <Badge count={unread.count} />}
          >
            {t(`menu.${child.key}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
