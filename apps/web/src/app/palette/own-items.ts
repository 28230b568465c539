import { useMantineColorScheme } from '@mantine/core';
import {
  type Icon,
  IconBookmark,
  IconBriefcase2,
  IconDeviceDesktop,
  IconFiles,
  IconHistory,
  IconKeyboard,
  IconLanguage,
  IconListNumbers,
  IconLogout,
  IconMoon,
  IconPoint,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { createElement } from 'react';
import { mayAccess } from '@headwater/domain/access';
import { canSearch } from '@headwater/domain/roles';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import type { PaletteItem } from '#lib/palette.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { type MenuKey, shownAccountMenu, shownMainMenu } from '../frame/menu.ts';
import { menuIcons } from '../frame/menu-icons.ts';
import { useLanguageChoice } from '../frame/Preferences.tsx';
import { useShellActions } from '../frame/shell-actions.ts';

const small = (icon: Icon) => createElement(icon, { size: 16, stroke: 1.6 });
const screenIcon = (key: MenuKey) => small(menuIcons[key] ?? IconPoint);

export function useOwnItems(): PaletteItem[] {
  const { t } = useTranslation('app');
  const { t: own } = useTranslation('palette');
  const router = useRouter();
  const user = useCurrentUser();
  const actor = asActor(user);
  const { setColorScheme } = useMantineColorScheme();
  const { language, choose } = useLanguageChoice();
  const { openShortcuts, openRecent } = useShellActions();

  const go = (href: string) => () => router.history.push(href);
  const screens = shownMainMenu(user).flatMap((entry) => {
    const parent = t(`menu.${entry.key}`);
    const itself =
      entry.to === undefined || entry.children.some(({ to }) => to === entry.to)
        ? []
        : [{ label: parent, to: entry.to, icon: screenIcon(entry.key) }];
    return [
      ...itself,
      ...entry.children.map(({ key, to }) => ({ label: t(`menu.${key}`), note: parent, to, icon: screenIcon(entry.key) })),
    ];
  });
  const account = shownAccountMenu(user)
    .filter(({ key }) => key !== 'logout')
    .map(({ key, to }) => ({ label: t(`menu.${key}`), note: t('menu.account'), to, icon: small(IconUserCircle) }));
  const group = own('actions');
  const action = (id: string, { label, icon, act }: { label: string; icon: Icon; act: () => void }): PaletteItem => ({
    id,
    label,
    icon: small(icon),
    group,
    act,
  });
  return [
    ...[...screens, ...account].map((screen) => ({ ...screen, id: screen.to, group: own('screens'), act: go(screen.to) })),
    ...(mayAccess('edit_vacancies', actor)
      ? [action('new-vacancy', { label: own('newVacancy'), icon: IconBriefcase2, act: go('/folders/new') })]
      : []),
    ...(mayAccess('sequences', actor)
      ? [action('new-sequence', { label: own('newSequence'), icon: IconListNumbers, act: go('/messaging/sequences/new') })]
      : []),
    ...(mayAccess('search', actor)
      ? [action('saved-searches', { label: own('savedSearches'), icon: IconBookmark, act: go('/#saved-queries') })]
      : []),
    ...(canSearch(actor) && !user.company.is_ext_company
      ? [action('import', { label: own('import'), icon: IconFiles, act: go('/profiles/import') })]
      : []),
    action('recent', { label: t('recent.open'), icon: IconHistory, act: openRecent }),
    action('theme-light', { label: own('themeLight'), icon: IconSun, act: () => setColorScheme('light') }),
    action('theme-dark', { label: own('themeDark'), icon: IconMoon, act: () => setColorScheme('dark') }),
    action('theme-system', { label: own('themeSystem'), icon: IconDeviceDesktop, act: () => setColorScheme('auto') }),
    language === 'en'
      ? action('russian', { label: own('toRussian'), icon: IconLanguage, act: () => choose('ru') })
      : action('english', { label: own('toEnglish'), icon: IconLanguage, act: () => choose('en') }),
    action('shortcuts', { label: own('shortcuts'), icon: IconKeyboard, act: openShortcuts }),
    action('sign-out', { label: own('signOut'), icon: IconLogout, act: () => location.assign('/logout/') }),
  ];
}
