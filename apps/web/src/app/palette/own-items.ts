import { useMantineColorScheme } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '#lib/current-user.ts';
import type { PaletteItem } from '#lib/palette.ts';
import { accountMenu, mainMenu } from '../shell/menu.ts';
import { useLanguageChoice } from '../shell/Preferences.tsx';
import { useShellActions } from '../shell/shell-actions.ts';

/** What the shell itself offers: the screens of the person's menu, theme, language, keys, leaving. */
export function useOwnItems(): PaletteItem[] {
  const { t } = useTranslation('app');
  const router = useRouter();
  const user = useCurrentUser();
  const { setColorScheme } = useMantineColorScheme();
  const { language, choose } = useLanguageChoice();
  const { openShortcuts } = useShellActions();

  const go = (href: string) => () => router.history.push(href);
  const screens = mainMenu(user).flatMap((entry) => {
    const parent = t(`menu.${entry.key}`);
    const own = entry.to === undefined || entry.children.some(({ to }) => to === entry.to) ? [] : [{ label: parent, to: entry.to }];
    return [...own, ...entry.children.map(({ key, to }) => ({ label: t(`menu.${key}`), note: parent, to }))];
  });
  const account = accountMenu(user)
    .filter(({ key }) => key !== 'logout')
    .map(({ key, to }) => ({ label: t(`menu.${key}`), note: t('menu.account'), to }));
  const group = t('palette.actions');
  const action = (id: string, label: string, act: () => void): PaletteItem => ({ id, label, group, act });
  return [
    ...[...screens, ...account].map((screen) => ({ ...screen, id: screen.to, group: t('palette.screens'), act: go(screen.to) })),
    action('theme-light', t('palette.themeLight'), () => setColorScheme('light')),
    action('theme-dark', t('palette.themeDark'), () => setColorScheme('dark')),
    action('theme-system', t('palette.themeSystem'), () => setColorScheme('auto')),
    language === 'en'
      ? action('russian', t('palette.toRussian'), () => choose('ru'))
      : action('english', t('palette.toEnglish'), () => choose('en')),
    action('shortcuts', t('palette.shortcuts'), openShortcuts),
    action('sign-out', t('palette.signOut'), () => location.assign('/logout/')),
  ];
}
