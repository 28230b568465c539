import { Menu, UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { shownAccountMenu, accountName } from '../frame/menu.ts';
import classes from './Rail.module.css';

/** SHELL-061 to SHELL-067. */
export function AccountMenu({ expanded }: { expanded: boolean }) {
  const { t } = useTranslation('app');
  const user = useCurrentUser();
  const shown = accountName(user) ?? { name: t('menu.extensionUser'), company: '' };
  return (
    <Menu position="right-end" width={220} offset={8}>
      <Menu.Target>
        <UnstyledButton
          className={classes.account}
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
        {shownAccountMenu(user).map(({ key, to }) =>
          // The server ends the session at /logout/, so this link loads the page.
          key === 'logout' ? (
            <Menu.Item key={key} component="a" href={to}>
              {t('menu.logout')}
            </Menu.Item>
          ) : (
            <Menu.Item key={key} renderRoot={(props) => <Link to={to} {...props} />}>
              {t(`menu.${key}`)}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
