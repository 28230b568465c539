import type { CurrentUser } from '@headwater/contract/accounts';
import { type Access, mayAccess } from '@headwater/domain/access';
import { isExtensionOnly } from '@headwater/domain/roles';
import { asActor } from '#lib/actor.ts';
import type en from '../texts/en.json';

export type MenuKey = keyof (typeof en)['menu'];

export interface MenuLink {
  key: MenuKey;
  to: string;
}

export interface MenuEntry {
  key: MenuKey;
  to?: string;
  children: readonly MenuLink[];
}

export interface MenuFacts {
  /** Applicant-tracking folder of the company (SHELL-041, SHELL-042). */
  editedProfilesFolder?: number | undefined;
}

const link = (key: MenuKey, to: string): MenuLink => ({ key, to });
const only = (shown: boolean, entry: MenuLink): MenuLink[] => (shown ? [entry] : []);

/** Side menu by SHELL-039 to SHELL-057. The domain's table of rights decides access. */
export function mainMenu(user: CurrentUser, { editedProfilesFolder }: MenuFacts = {}): MenuEntry[] {
  const actor = asActor(user);
  const { company } = user;
  const may = (access: Access) => mayAccess(access, actor);
  const withoutSearch = user.role === 'admin_without_search';
  const manages = may('statuses');
  const entries: (MenuEntry | false)[] = [
    may('search') && {
      key: 'search',
      to: '/',
      children: [
        ...only(company.ats, link('createProfile', '/profiles/create/')),
        ...only(editedProfilesFolder !== undefined, link('editedProfiles', `/folders/${editedProfilesFolder}/`)),
      ],
    },
    // SHELL-047: for this role the item contains only the statuses link and has no address.
    withoutSearch && { key: 'vacancies', children: only(manages, link('statuses', '/folders/statuses')) },
    may('vacancies') &&
      !withoutSearch && {
        key: 'vacancies',
        to: '/folders/',
        children: only(manages, link('statuses', '/folders/statuses')),
      },
    withoutSearch && { key: 'messaging', children: [link('messagingSettings', '/messaging/settings')] },
    may('messaging') && {
      key: 'messaging',
      to: '/messaging/sent/',
      children: [
        link('messages', '/messaging/sent/'),
        ...only(company.sequences, link('sequences', '/messaging/sequences')),
        link('templates', '/messaging/templates'),
        link('messagingSettings', '/messaging/settings'),
      ],
    },
    may('data_enrichment') && { key: 'enrichment', to: '/data_enrichment/', children: [] },
    may('telegram') && {
      key: 'telegram',
      to: '/telegram-messenger/messages',
      children: [link('telegramMessages', '/telegram-messenger/messages'), link('simCards', '/telegram-messenger/manager')],
    },
    may('staff') && {
      key: 'more',
      children: [
        link('companies', '/companies'),
        link('managers', '/managers'),
        link('activeUsers', '/active-users'),
        link('bannedLinks', '/profiles/ban'),
        link('systemNotifications', '/notifications/system'),
        link('extensionNotifications', '/notifications'),
      ],
    },
  ];
  return entries.filter((entry) => entry !== false);
}

/** ROLE-016: account managers have no More item and reach their companies by an item of their own. */
const managedCompanies = (user: CurrentUser): MenuEntry[] => {
  const actor = asActor(user);
  const shows = mayAccess('managed_companies', actor) && !mayAccess('staff', actor);
  return shows ? [{ key: 'managedCompanies', to: '/companies', children: [] }] : [];
};

/** Items in the fixed order of SHELL-062 to SHELL-067. */
export function accountMenu(user: CurrentUser): MenuLink[] {
  const actor = asActor(user);
  const may = (access: Access) => mayAccess(access, actor);
  const worker = user.role === 'worker' || user.role === 'service_admin';
  return [
    ...only(may('company'), link('company', '/company/')),
    ...only(may('statistics'), link('statistics', worker ? '/statistics/search/' : '/company/statistics/search/')),
    ...only(may('api_tokens'), link('api', '/api_management')),
    ...only(may('integrations'), link('integrations', '/apps')),
    link('settings', '/settings'),
    link('logout', '/logout/'),
  ];
}

/** Not part of SHELL-039 to SHELL-057. */
const furtherLinks: Partial<Record<MenuKey, readonly MenuLink[]>> = {
  search: [link('duplicates', '/duplicates')],
  more: [link('profileReports', '/profiles/reports'), link('eventLog', '/events'), link('usageEvents', '/usage-events')],
};

const inbox = link('inbox', '/messaging/inbox');

/** Messaging opens the inbox, which SHELL-047 does not know. */
const withInbox = (entry: MenuEntry): MenuEntry =>
  entry.key === 'messaging' && entry.to !== undefined ? { ...entry, to: inbox.to, children: [inbox, ...entry.children] } : entry;

/** SHELL-039 to SHELL-057 know no tasks. */
const withTasks = (entries: readonly MenuEntry[], user: CurrentUser): MenuEntry[] =>
  entries.flatMap((entry) =>
    entry.key === 'vacancies' && mayAccess('search', asActor(user)) ? [entry, { key: 'tasks', to: '/tasks', children: [] }] : [entry],
  );

export function shownMainMenu(user: CurrentUser): MenuEntry[] {
  return [...withTasks(mainMenu(user), user).map(withInbox), ...managedCompanies(user)].flatMap(({ key, to, children: specified }) => {
    const ofInstallation = key === 'more' && mayAccess('installation', asActor(user));
    const children = [...specified, ...(furtherLinks[key] ?? []), ...only(ofInstallation, link('installation', '/installation'))];
    return to !== undefined || children.length > 0 ? [{ key, ...(to === undefined ? {} : { to }), children }] : [];
  });
}

/** Without apps their page only redirects (ATS-001). */
export const shownAccountMenu = (user: CurrentUser): MenuLink[] =>
  accountMenu(user).filter(({ key }) => key !== 'integrations' || user.apps.length > 0);

export interface OutsideLink {
  key: 'extension' | 'help';
  href: string;
}

/** Links at the bottom of the menu, from the branding (SHELL-058 to SHELL-060). */
export function outsideLinks({ menu_links: links }: CurrentUser): OutsideLink[] {
  return (['extension', 'help'] as const).flatMap((key) => (links[key] === null ? [] : [{ key, href: links[key] }]));
}

/** Caption below the avatar (SHELL-061); undefined for an extension-only user. */
export const accountName = (user: CurrentUser): { name: string; company: string } | undefined =>
  isExtensionOnly(asActor(user)) ? undefined : { name: user.name, company: user.company.company_name };
