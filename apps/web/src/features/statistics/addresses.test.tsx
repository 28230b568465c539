import { contract } from '@headwater/contract/contract';
import type { Role } from '@headwater/domain/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { fill, openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { answerStatistics } from '#testing/statistics.ts';
import type { StubServer } from '#testing/stub-server.ts';

const routes = contract.statistics;

const open = (path: string, role: Role) => openApp(path, { as: userOf(role), answers: (server) => answerStatistics(server) });
/** The address of a section also matches those of settings and filters. */
const sectionCalls = (server: StubServer) => server.inputsOf(routes.section).filter((input) => 'table' in input);

/** Reader, company of the calls and title of the page, by the address before the section. */
const places = {
  '/statistics': { role: 'worker', id: 1, scope: 'own', title: 'My statistics' },
  '/company/statistics': { role: 'admin', id: 1, scope: 'company', title: 'Company statistics' },
  '/companies/7/statistics': { role: 'super_user', id: 7, scope: 'company', title: 'Company statistics · Umbrella' },
} as const;
type Base = keyof typeof places;

const sectionRows = [
  { row: '[STC-001]', base: '/statistics', section: 'search', tab: 'Search' },
  { row: '[STC-003]', base: '/statistics', section: 'pipeline', tab: 'Pipeline' },
  { row: '[STC-005]', base: '/statistics', section: 'messaging', tab: 'Messaging' },
  { row: '[STC-007]', base: '/company/statistics', section: 'search', tab: 'Search' },
  { row: '[STC-009]', base: '/company/statistics', section: 'pipeline', tab: 'Pipeline' },
  { row: '[STC-011]', base: '/company/statistics', section: 'messaging', tab: 'Messaging' },
  { row: '[STC-013]', base: '/companies/7/statistics', section: 'search', tab: 'Search' },
  { row: '[STC-015]', base: '/companies/7/statistics', section: 'pipeline', tab: 'Pipeline' },
  { row: '[STC-017]', base: '/companies/7/statistics', section: 'messaging', tab: 'Messaging' },
] as const;

const settingsRows = [
  { row: '[STC-002]', base: '/statistics', section: 'search', tab: 'Search' },
  { row: '[STC-004]', base: '/statistics', section: 'pipeline', tab: 'Pipeline' },
  { row: '[STC-006]', base: '/statistics', section: 'messaging', tab: 'Messaging' },
  { row: '[STC-008]', base: '/company/statistics', section: 'search', tab: 'Search' },
  { row: '[STC-010]', base: '/company/statistics', section: 'pipeline', tab: 'Pipeline' },
  { row: '[STC-012]', base: '/company/statistics', section: 'messaging', tab: 'Messaging' },
  { row: '[STC-014]', base: '/companies/7/statistics', section: 'search', tab: 'Search' },
  { row: '[STC-016]', base: '/companies/7/statistics', section: 'pipeline', tab: 'Pipeline' },
  { row: '[STC-018]', base: '/companies/7/statistics', section: 'messaging', tab: 'Messaging' },
] as const;

async function expectHead(base: Base, tab: string): Promise<void> {
  expect(await screen.findByRole('heading', { name: places[base].title })).toBeTruthy();
  const tabs = within(screen.getByRole('navigation', { name: 'Sections of statistics' }));
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe(tab);
}

describe('addresses of statistics', () => {
  it.each(sectionRows)('$row $base/$section shows its section', async ({ base, section, tab }) => {
    const { role, id, scope } = places[base];
    const { server } = await open(`${base}/${section}`, role);
    expect(await screen.findByRole('button', { name: /^Sent\s*12/ })).toBeTruthy();
    await expectHead(base, tab);
    expect(sectionCalls(server)).toEqual([expect.objectContaining({ id, name: section, scope })]);
    expect(server.inputsOf(routes.settings)).toEqual([expect.objectContaining({ id, section, scope })]);
    expect(server.inputsOf(routes.filters)).toEqual([expect.objectContaining({ id, section })]);
  });

  it.each(settingsRows)('$row [STC-022] $base/$section/settings shows and saves the settings', async ({ base, section, tab }) => {
    const { role, id, scope } = places[base];
    const { server, hands } = await open(`${base}/${section}/settings`, role);
    server.on(routes.saveSettings, (input) =>
      answerOf(routes.settings, { ...input, scope, may_edit: true, compare: 'previous', table: 'users', stuck_days: 14 } as never),
    );
    const days = await screen.findByLabelText('Period in days');
    await expectHead(base, tab);
    expect(screen.queryByLabelText('Candidates are stuck after days in a status') !== null).toBe(section === 'pipeline');
    await hands.clear(days);
    await fill(hands, days, '90');
    await hands.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.inputsOf(routes.saveSettings)).toEqual([expect.objectContaining({ id, section, scope, days: 90 })]));
    expect(server.inputsOf(routes.settings)).toEqual([expect.objectContaining({ id, section, scope })]);
  });

  it.each(Object.keys(places) as Base[])('[STC-019] %s leads to the search section', async (base) => {
    const { router } = await open(`${base}/`, places[base].role);
    await waitFor(() => expect(router.state.location.pathname).toBe(`${base}/search`));
  });

  it.each([
    ['hm', '/statistics/search'],
    ['hm', '/company/statistics/pipeline'],
    ['worker', '/company/statistics/messaging/settings'],
    ['worker', '/companies/7/statistics/search'],
    ['admin', '/companies/7/statistics/pipeline/settings'],
    ['super_user', '/statistics/search'],
  ] as const)('[STC-001] [STC-008] [STC-013] keep a person with the role %s away from %s', async (role, path) => {
    const { server, router } = await open(path, role);
    await waitFor(() => expect(router.state.location.pathname).not.toContain('statistics'));
    expect([...sectionCalls(server), ...server.inputsOf(routes.settings)]).toEqual([]);
  });

  it('[STC-001] answer an unknown section like an unknown page', async () => {
    await open('/statistics/vacancies', 'worker');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  });
});
