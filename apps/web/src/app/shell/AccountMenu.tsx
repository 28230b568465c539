import { Menu, UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { shownAccountMenu, accountName } from '../frame/menu.ts';
import { openLink } from './RailEntry.tsx';
import classes from './Rail.module.css';

/** SHELL-061 to SHELL-067. */
export function AccountMenu({ expanded }: { expanded: boolean }) {
  const { t } = useTranslation('app');
  const user = useCurrentUser();
  const shown = accountName(user) ?? { name: t('menu.extensionUser'), company: '' };
  const links = shownAccountMenu(user);
  const { pathname } = useLocation();
  const current = openLink(pathname, links);
  return (
    <Menu position="right-end" width={220} offset={8}>
      <Menu.Target>
        <UnstyledButton
          className={classes.account}
          data-active={current !== undefined || undefined}
          aria-current={current === undefined ? undefined : 'true'}
          aria-label={`${t('menu.account')}: ${[shown.name, shown.company].filter(Boolean).join(', ')}`}
        >
          <Avatar name={user.name} size={28} />
          {expanded && (
            <>
              <span className={classes.person}>
                <span className={classes.personName}>{shown.name}</span>
                <span className={classes.company}>{shown.company}</span>
              </span>
              <IconSelector size={14} aria-hidden className={classes.selector} />
            </>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        {links.map(({ key, to }) =>
          // The server ends the session at /logout/, so this link loads the page.
          key === 'logout' ? (
            <Menu.Item key={key} component="a" href={to}>
              {t('menu.logout')}
            </Menu.Item>
          ) : (
            <Menu.Item
              key={key}
              className={classes.accountLink}
              data-current={to === current || undefined}
              renderRoot={(props) => <Link to={to} {...props} aria-current={to === current ? 'page' : undefined} />}
            >
              {t(`menu.${key}`)}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
