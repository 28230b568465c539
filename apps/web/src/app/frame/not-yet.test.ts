import { describe, expect, it } from 'vitest';
import type { CurrentUser } from '@headwater/contract/accounts';
import { mayAccess } from '@headwater/domain/access';
import { type Role, roles } from '@headwater/domain/roles';
import { asActor } from '#lib/actor.ts';
import { accountMenu, mainMenu, shownAccountMenu, shownMainMenu } from './menu.ts';
import { notYet, type Who } from './not-yet.ts';

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
  '/folders/statuses',
  '/managers',
  '/messaging/inbox',
  '/messaging/sent',
  '/messaging/sequences',
  '/messaging/settings',
  '/messaging/templates',
  '/notifications',
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
const known = new Map(notYet.map(([path, who]) => [path, who]));
const linksOf = (user: CurrentUser) =>
  [
    ...mainMenu(user).flatMap((entry) => [...(entry.to === undefined ? [] : [entry.to]), ...entry.children.map(({ to }) => to)]),
    ...accountMenu(user).map(({ to }) => to),
  ].map(withoutSlash);

function mayOpen(who: Who | undefined, user: CurrentUser): boolean {
  if (who === undefined || who === 'visitors') return who === 'visitors';
  const actor = asActor(user);
  return typeof who === 'function' ? who(actor) : mayAccess(who, actor);
}

describe('missing screens', () => {
  it.each(roles)('[SHELL-006] the menu of a %s never leads to an unknown address or a redirect', (role) => {
    const user = person(role);
    expect(linksOf(user).length).toBeGreaterThan(0);
    const missing = linksOf(user).filter((link) => !served.has(link));
    expect(missing.filter((link) => !mayOpen(known.get(link), user))).toEqual([]);
  });

  it.each(roles)('[SHELL-006] the menu of a %s contains only existing screens', (role) => {
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

  it('list each address once, and none that has a screen', () => {
    expect(known.size).toBe(notYet.length);
    expect([...known.keys()].filter((path) => served.has(path) || path !== withoutSlash(path))).toEqual([]);
  });
});
