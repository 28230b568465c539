import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { meQuery } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { homeOf } from '../guards.ts';
import type { MenuKey } from '../shell/menu.ts';
import type en from '../texts/en.json';
import classes from './pages.module.css';

export type ScreenName = `menu.${MenuKey}` | `screen.${keyof (typeof en)['screen']}`;

const withoutSlash = (path: string) => path.replace(/(?<=.)\/$/, '');

/** The page of a known address whose screen this version does not have; outside the shell it is the page's `main` itself. */
export function notYetPage(screen: ScreenName, Frame: 'div' | 'main') {
  return function NotYetPage() {
    const { t } = useTranslation('app');
    const title = t(screen);
    const user = useQueryClient().getQueryData(meQuery.queryKey);
    const here = useLocation({ select: ({ pathname }) => withoutSlash(pathname) });
    const home = user ? homeOf(user) : '/';
    usePageTitle(title);
    const isHome = withoutSlash(home) === here;
    return (
      <Frame className={classes.page}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.text}>{t('page.notYet')}</p>
        <Button component={Link} to={isHome ? '/menu/' : home} variant="default" mt="lg">
          {isHome ? t('menu.title') : t('page.mainPage')}
        </Button>
      </Frame>
    );
  };
}
