import { describe, expect, it } from 'vitest';
import type { CurrentUser } from '@headwater/contract/accounts';
import { hasRight, type Right } from '@headwater/domain/rights';
import { type Role, roles } from '@headwater/domain/roles';
import { asActor } from '#lib/actor.ts';
import { accountMenu, accountName, mainMenu, outsideLinks, shownMainMenu } from './menu.ts';

type Company = Partial<CurrentUser['company']>;

function person(role: Role, { company = {}, ...rest }: Partial<Omit<CurrentUser, 'company'>> & { company?: Company } = {}): CurrentUser {
  return {
    id: 1,
    name: 'Ann Lee',
    role,
    can_search: role !== 'hm' && role !== 'admin_without_search',
    api_manager: false,
    holds_staff_rights: false,
    data_enrichment_enabled: false,
    settings: { language: 'en', range_measure: 'km' },
    company: {
      company_id: 1,
      company_name: 'Acme',
      is_ext_company: false,
      ats: false,
      messaging: false,
      sequences: false,
      telegram: false,
      ...company,
    },
    ...rest,
  } as CurrentUser;
}
/** Rights that the routes require (routes/messaging.ts and routes/mailings.ts). */
const rightOf: Readonly<Record<string, Right>> = {
  '/messaging/sent/': 'messaging',
  '/messaging/sequences': 'sequences',
  '/messaging/templates': 'messaging',
  '/messaging/settings': 'messaging_settings',
};
const keys = (user: CurrentUser) => mainMenu(user).map(({ key }) => key);
const under = (user: CurrentUser, key: string) => mainMenu(user).find((entry) => entry.key === key);
const statistics = (role: Role) => accountMenu(person(role)).find(({ key }) => key === 'statistics')?.to;
const account = (user: CurrentUser) => accountMenu(user).map(({ key }) => key);

const linksOf = (menu_links: CurrentUser['menu_links']) => outsideLinks(person('worker', { menu_links }));

describe('the bottom of the menu', () => {
  it('[SHELL-058] [SHELL-059] [SHELL-060] holds Extension and Help if the branding has an address', () => {
    expect(linksOf({ extension: 'https://store.test/', help: 'https://help.test/' })).toEqual([
      { key: 'extension', href: 'https://store.test/' },
      { key: 'help', href: 'https://help.test/' },
    ]);
    expect(linksOf({ extension: null, help: null })).toEqual([]);
    expect(linksOf({ extension: null, help: 'https://help.test/' })).toEqual([{ key: 'help', href: 'https://help.test/' }]);
  });
});

describe('the side menu', () => {
  it('[SHELL-039] [SHELL-068] shows Search to those who search, outside extension companies', () => {
    expect(under(person('worker'), 'search')?.to).toBe('/');
    expect(keys(person('worker', { can_search: false }))).not.toContain('search');
    expect(keys(person('worker', { company: { is_ext_company: true } }))).not.toContain('search');
    expect(keys(person('hm', { can_search: true }))).not.toContain('search');
  });

  it('[SHELL-040] [SHELL-041] [SHELL-042] lists creating and edited profiles under Search', () => {
    expect(under(person('worker'), 'search')?.children).toEqual([]);
    const user = person('worker', { company: { ats: true } });
    expect(mainMenu(user, { editedProfilesFolder: 7 })[0]?.children.map(({ to }) => to)).toEqual(['/profiles/create/', '/folders/7/']);
  });

  it('[ROLE-012] [SHELL-043] shows Vacancies by role', () => {
    const shown = roles.filter((role) => keys(person(role)).includes('vacancies'));
    expect(shown).toEqual(['worker', 'admin', 'admin_without_search', 'hm', 'manager', 'service_admin']);
    expect(keys(person('worker', { company: { is_ext_company: true } }))).not.toContain('vacancies');
  });

  it('[SHELL-044] [SHELL-045] shows the statuses setting to admins, and nothing else to admins without search', () => {
    const shown = roles.filter((role) => under(person(role), 'vacancies')?.children.some(({ to }) => to === '/folders/statuses'));
    expect(shown).toEqual(['admin', 'admin_without_search', 'service_admin']);
    expect(under(person('admin_without_search'), 'vacancies')).toEqual({
      key: 'vacancies',
      children: [{ key: 'statuses', to: '/folders/statuses' }],
    });
  });

  it('[SHELL-046] [SHELL-047] [SHELL-048] [SHELL-049] [SHELL-050] shows Messaging with its parts', () => {
    expect(keys(person('worker'))).not.toContain('messaging');
    const children = (company: Company) => under(person('worker', { company }), 'messaging')?.children.map(({ key }) => key);
    expect(children({ messaging: true })).toEqual(['messages', 'templates', 'messagingSettings']);
    expect(children({ messaging: true, sequences: true })).toEqual(['messages', 'sequences', 'templates', 'messagingSettings']);
    expect(under(person('worker', { company: { messaging: true } }), 'messaging')?.children[0]?.to).toBe('/messaging/sent/');
  });

  it('[SHELL-008] [SHELL-046] [SHELL-051] links only to messaging screens that the person may open', () => {
    const flags = [false, true];
    const people = roles.flatMap((role) =>
      flags.flatMap((messaging) =>
        flags.map((is_ext_company) => person(role, { company: { messaging, sequences: messaging, is_ext_company } })),
      ),
    );
    const led = people.flatMap((user) => (under(user, 'messaging')?.children ?? []).map(({ to }) => ({ user, to })));
    expect(new Set(led.map(({ to }) => to)).size).toBe(4);
    const sentAway = led.filter(({ user, to }) => !hasRight(rightOf[to] ?? 'staff', asActor(user)));
    expect(sentAway.map(({ user: { role }, to }) => `${role} ${to}`)).toEqual([]);
  });

  it('[SHELL-051] shows admin_without_search only the messaging settings', () => {
    expect(under(person('admin_without_search'), 'messaging')).toEqual({
      key: 'messaging',
      children: [{ key: 'messagingSettings', to: '/messaging/settings' }],
    });
  });

  it('[SHELL-052] shows Data Enrichment when it is on', () => {
    expect(under(person('worker', { data_enrichment_enabled: true }), 'enrichment')?.to).toBe('/data_enrichment/');
    expect(keys(person('worker'))).not.toContain('enrichment');
    expect(keys(person('hm', { data_enrichment_enabled: true, can_search: true }))).not.toContain('enrichment');
  });

  it('[SHELL-053] [SHELL-054] [SHELL-055] shows the messenger by the company flag', () => {
    const company = { telegram: true };
    expect(under(person('worker', { company }), 'telegram')?.children.map(({ to }) => to)).toEqual([
      '/telegram-messenger/messages',
      '/telegram-messenger/manager',
    ]);
    expect(keys(person('hm', { company, can_search: true }))).not.toContain('telegram');
    expect(keys(person('admin_without_search', { company, can_search: true }))).not.toContain('telegram');
  });

  it('[SHELL-056] [SHELL-057] shows More to staff only', () => {
    expect(roles.filter((role) => keys(person(role)).includes('more'))).toEqual(['sales_manager', 'super_user']);
    expect(under(person('super_user'), 'more')?.children.map(({ to }) => to)).toEqual([
      '/companies',
      '/managers',
      '/active-users',
      '/profiles/ban',
      '/notifications/system',
      '/notifications',
    ]);
  });

  it('[ROLE-016] leads account managers to their companies, outside of More', () => {
    const shown = roles.filter((role) => shownMainMenu(person(role)).some(({ key }) => key === 'managedCompanies'));
    expect(shown).toEqual(['manager']);
  });
});

describe('the account dropdown', () => {
  it('[SHELL-062] keeps its order', () => {
    expect(account(person('admin', { api_manager: true }))).toEqual(['company', 'statistics', 'api', 'integrations', 'settings', 'logout']);
  });

  it('[SHELL-063] [SHELL-064] [SHELL-065] shows company and statistics by role', () => {
    expect(roles.filter((role) => account(person(role)).includes('company'))).toEqual(['admin', 'admin_without_search', 'service_admin']);
    expect(statistics('worker')).toBe('/statistics/search/');
    expect(statistics('admin')).toBe('/company/statistics/search/');
    expect(statistics('hm')).toBeUndefined();
  });

  it('[ROLE-012] [SHELL-066] [SHELL-067] shows the API and integrations by flag and role', () => {
    expect(account(person('worker', { api_manager: true, company: { is_ext_company: true } }))).not.toContain('api');
    expect(roles.filter((role) => account(person(role)).includes('integrations'))).toEqual(['worker', 'admin', 'manager', 'service_admin']);
  });

  it('[SHELL-061] names the person and the company, except for extension-only users', () => {
    expect(accountName(person('worker'))).toEqual({ name: 'Ann Lee', company: 'Acme' });
    expect(accountName(person('worker', { company: { is_ext_company: true } }))).toBeUndefined();
  });
});
