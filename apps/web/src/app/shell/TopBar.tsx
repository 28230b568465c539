import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { homeOf } from '../guards.ts';
import { BarBell } from './Bell.tsx';
import { Brand } from '../frame/Brand.tsx';
import { useShellActions } from '../frame/shell-actions.ts';
import classes from './TopBar.module.css';

export function TopBar() {
  const { t } = useTranslation('app');
  const { openPalette } = useShellActions();
  const user = useCurrentUser();
  return (
    <header className={classes.bar}>
      <Link to={homeOf(user)} className={classes.brand}>
        <Brand />
      </Link>
      <ActionIcon size={44} aria-label={t('palette.open')} onClick={openPalette}>
        <IconSearch size={20} stroke={1.6} />
      </ActionIcon>
      <BarBell />
      <ActionIcon size={44} aria-label={t('menu.open')} renderRoot={(props) => <Link to="/menu/" {...props} />}>
        <IconMenu2 size={20} stroke={1.6} />
      </ActionIcon>
    </header>
  );
}
