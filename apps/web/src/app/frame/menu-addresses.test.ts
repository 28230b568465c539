import { describe, expect, it } from 'vitest';
import type { CurrentUser } from '@headwater/contract/accounts';
import { type Role, roles } from '@headwater/domain/roles';
import { accountMenu, mainMenu, shownAccountMenu, shownMainMenu } from './menu.ts';

const person = (role: Role) =>
  ({
    id: 1,
    name: 'Ann Lee',
    role,
    can_search: role !== 'hm' && role !== 'admin_without_search',
    api_manager: true,
    holds_staff_rights: false,
    data_enrichment_enabled: true,
    apps: ['greenhouse'],
    settings: { language: 'en', range_measure: 'km' },
    company: { company_id: 1, company_name: 'Acme', is_ext_company: false, ats: true, messaging: true, sequences: true, telegram: true },
  }) as CurrentUser;

const withoutSlash = (path: string) => path.replace(/(?<=.)\/$/, '');
const served = new Set([
  '/',
  '/active-users',
  '/api_management',
  '/apps',
  '/companies',
  '/company',
  '/company/statistics/search',
  '/data_enrichment',
  '/duplicates',
  '/events',
  '/folders',
  '/installation',
  '/folders/statuses',
  '/managers',
  '/messaging/inbox',
  '/messaging/sent',
  '/messaging/sequences',
  '/messaging/settings',
  '/messaging/templates',
  '/notifications',
  '/tasks',
  '/notifications/system',
  '/profiles/ban',
  '/profiles/reports',
  '/profiles/create',
  '/settings',
  '/statistics/search',
  '/telegram-messenger/manager',
  '/telegram-messenger/messages',
  '/usage-events',
  '/logout',
]);
const linksOf = (user: CurrentUser) =>
  [
    ...mainMenu(user).flatMap((entry) => [...(entry.to === undefined ? [] : [entry.to]), ...entry.children.map(({ to }) => to)]),
    ...accountMenu(user).map(({ to }) => to),
  ].map(withoutSlash);

describe('the addresses of the menu', () => {
  it.each(roles)('[SHELL-006] all have a screen for a %s, also in the menu of the requirements', (role) => {
    const links = linksOf(person(role));
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !served.has(link))).toEqual([]);
  });

  it.each(roles)('[SHELL-006] all have a screen in the shown menu of a %s', (role) => {
    const user = person(role);
    const shown = [
      ...shownMainMenu(user).flatMap((entry) => [...(entry.to === undefined ? [] : [entry.to]), ...entry.children.map(({ to }) => to)]),
      ...shownAccountMenu(user).map(({ to }) => to),
    ];
    expect(shown.map(withoutSlash).filter((link) => !served.has(link))).toEqual([]);
    // Items without any existing screen are hidden too.
    expect(shownMainMenu(user).filter((entry) => entry.to === undefined && entry.children.length === 0)).toEqual([]);
    expect(shown).toContain('/settings');
  });
});
