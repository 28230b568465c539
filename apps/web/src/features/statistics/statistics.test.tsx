import { contract } from '@headwater/contract/contract';
import type { SectionStatistics } from '@headwater/contract/statistics';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerOf, rowOf } from '#testing/emptiest.ts';
import { fill, openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { answerStatistics, count, sent, viewOf } from '#testing/statistics.ts';
import type { StubServer } from '#testing/stub-server.ts';
import { expectEvent } from '#testing/usage-events.ts';

const routes = contract.statistics;
const open = (path: string, role: 'admin' | 'worker' | 'super_user' = 'admin', view?: SectionStatistics) =>
  openApp(path, { as: userOf(role), answers: (server) => answerStatistics(server, view) });
/** Without settings and filters: their addresses also match the route of a section. */
const asked = (server: StubServer) => server.inputsOf(routes.section).filter((input) => 'table' in input);

it('[STC-020] [STC-021] has tabs of the three sections, which keep the period', async () => {
  const { server, hands } = await open('/company/statistics/search?days=90');
  const tabs = within(await screen.findByRole('navigation', { name: 'Sections of statistics' }));
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Search', 'Pipeline', 'Messaging']);
  await hands.click(tabs.getByRole('link', { name: 'Messaging' }));
  await waitFor(() => expect(asked(server).at(-1)).toMatchObject({ name: 'messaging' }));
  const { date_from: from, date_to: to } = asked(server).at(-1) as { date_from: string; date_to: string };
  expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(89);
});

it('[STC-021] the legend turns a series off and on', async () => {
  const { hands } = await open('/company/statistics/messaging');
  const legend = within(await screen.findByRole('list', { name: 'Series' }));
  const entry = legend.getByRole('button', { name: 'Replied' });
  await hands.click(entry);
  expect(entry.getAttribute('aria-pressed')).toBe('false');
  await hands.click(entry);
  expect(entry.getAttribute('aria-pressed')).toBe('true');
});

it('[STC-024] [STB-002] [STB-005] [STB-008] each figure says its change, its whole and the days', async () => {
  await open('/company/statistics/messaging');
  expect((await screen.findByRole('button', { name: /^Sent\s*12\s*up\s*50%/ })).title).toBe('Messages by the day of sending');
  expect(screen.getByRole('button', { name: /^Replied\s*2\s*no change/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Reply rate\s*25%\s*up\s*5 pp\s*2 of 8 · 7%–59%/ })).toBeTruthy();
  expect(screen.getByText(/2 Nov – 3 Nov, days in Europe\/Berlin · as of .+ · compared with 31 Oct – 1 Nov$/)).toBeTruthy();
});

it('[STC-025] filters by user, vacancy and period are in the address and in the request', async () => {
  const { server, hands, router } = await open('/company/statistics/messaging');
  await hands.click(await screen.findByRole('combobox', { name: 'Users' }));
  await hands.click(await screen.findByRole('option', { name: 'Anna' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ users: '3' }));
  await waitFor(() => expect(asked(server).at(-1)).toMatchObject({ users: [3] }));
});

it('[STC-025] a refused day has its sentence at the field', async () => {
  const { server } = await openApp('/company/statistics/messaging?date_from=2026-11-05&date_to=2026-11-01', {
    as: userOf('admin'),
    answers(stub) {
      answerStatistics(stub);
      stub.on(routes.section, () => Response.json({ date_to: ['The period ends before it begins'] }, { status: 400 }));
    },
  });
  expect(await screen.findByText('The period ends before it begins')).toBeTruthy();
  expect(asked(server)).toEqual([expect.objectContaining({ date_from: '2026-11-05', date_to: '2026-11-01' })]);
});

it('[STC-026] [STC-027] [STB-004] shows users first, then vacancies or templates', async () => {
  const { server, hands } = await open('/company/statistics/messaging');
  expect(await screen.findByRole('table', { name: 'Users' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: /7%–59%$/ })).toBeTruthy();
  await hands.click(within(screen.getByRole('radiogroup', { name: 'Group by' })).getByText('Templates'));
  await waitFor(() => expect(asked(server).at(-1)).toMatchObject({ table: 'templates' }));
  expect(await screen.findByRole('table', { name: 'Templates' })).toBeTruthy();
});

it('[STB-001] a number of a row opens the list behind it', async () => {
  const { server, hands } = await open('/company/statistics/messaging');
  server.on(routes.list, () =>
    answerOf(routes.list, {
      items: [rowOf(routes.list, 'items', { key: 'a', person: { id: 9, name: 'Vera Ilina' }, detail: 'Message 1' })],
      count: 1,
      definition: 'Messages by the day of sending',
    }),
  );
  await hands.click(await screen.findByRole('button', { name: 'Sent, Anna: 12. Show the list' }));
  expect(await screen.findByRole('dialog', { name: 'Anna · Sent' })).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'Vera Ilina' })).getAttribute('href')).toBe('/profiles/9');
  expect(server.inputsOf(routes.list)).toEqual([expect.objectContaining({ metric: 'sent', user: 3, page: 1 })]);
});

it('[STB-001] marks search texts of the list that the reader may not see', async () => {
  const { server, hands } = await open('/company/statistics/messaging');
  server.on(routes.list, () =>
    answerOf(routes.list, {
      items: [rowOf(routes.list, 'items', { key: 'a', detail: 'own search' }), rowOf(routes.list, 'items', { key: 'b', detail: null })],
      count: 2,
      definition: 'Searches',
    }),
  );
  await hands.click(await screen.findByRole('button', { name: 'Sent, Anna: 12. Show the list' }));
  expect(await screen.findByRole('cell', { name: 'own search' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'Hidden' })).toBeTruthy();
});

it('[STB-003] [STB-008] shows the funnel with candidacies that are still open', async () => {
  await open('/company/statistics/pipeline');
  expect(await screen.findByText('Completed candidacies. 3 candidacies are still open.')).toBeTruthy();
  expect(await screen.findByText('1.1 days')).toBeTruthy();
});

it('[STB-001] [STC-037] each number of users by status opens its list', async () => {
  const { server, hands } = await openApp('/company/statistics/pipeline?breakdown=user_statuses', {
    as: userOf('admin'),
    answers(stub) {
      answerStatistics(stub);
      stub.on(routes.breakdown, () =>
        answerOf(routes.breakdown, {
          breakdown: 'user_statuses',
          title: 'Users by status',
          columns: [
            { key: 'moves', title: 'Moves', format: 'integer' },
            { key: '2', title: 'Interview', format: 'integer' },
          ],
          rows: [{ key: '3', name: 'Anna', id: 3, values: { moves: 4, 2: 3 }, intervals: {}, count: 'moves' }],
          empty: null,
        }),
      );
      stub.on(routes.list, () => answerOf(routes.list, { items: [], count: 0 }));
    },
  });
  await hands.click(await screen.findByRole('button', { name: 'Interview, Anna: 3. Show the list' }));
  expect(await screen.findByRole('dialog', { name: 'Anna · Interview' })).toBeTruthy();
  const list = expect.objectContaining({ metric: 'moves', user: 3, breakdown: 'user_statuses', key: '2' });
  await waitFor(() => expect(server.inputsOf(routes.list)).toEqual([list]));
});

it.each(['CSV', 'XLSX'])('[STC-023] exports the table as %s', async (type) => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:saved', revokeObjectURL() {} }));
  const { server, hands } = await open('/company/statistics/messaging?users=3');
  server.on(routes.export, () => new Response('file', { headers: { 'content-disposition': "attachment; filename*=UTF-8''file" } }));
  await hands.click(await screen.findByRole('button', { name: 'Export' }));
  await hands.click(await screen.findByRole('menuitem', { name: `Users as ${type}` }));
  await waitFor(() =>
    expect(server.inputsOf(routes.export)).toEqual([
      expect.objectContaining({ section: 'messaging', users: [3], table: 'users', type: type.toLowerCase() }),
    ]),
  );
});

it('[STB-006] saves the filters of the address as a view', async () => {
  const { server, hands } = await open('/company/statistics/messaging?days=90&users=3');
  server.on(contract.statisticsViews.create, (input) => answerOf(contract.statisticsViews.create, { name: input.name }));
  await hands.click(await screen.findByRole('button', { name: 'Views' }));
  await hands.click(await screen.findByRole('menuitem', { name: 'Save this view…' }));
  await fill(hands, await screen.findByLabelText(/^Name/), 'Quarter');
  await hands.click(screen.getByLabelText('Pin to my home page'));
  await hands.click(screen.getByLabelText('Send by e-mail every Monday'));
  await hands.click(screen.getByRole('button', { name: 'Save view' }));
  await waitFor(() =>
    expect(server.inputsOf(contract.statisticsViews.create)).toEqual([
      expect.objectContaining({
        name: 'Quarter',
        section: 'messaging',
        is_pinned: true,
        is_weekly: true,
        query: expect.objectContaining({ days: 90, users: [3] }),
      }),
    ]),
  );
});

it('[STB-006] shows the first numbers of pinned views on the home page, of six at most', async () => {
  const views = contract.statisticsViews;
  const pinned = { section: 'messaging' as const, company_id: 1, is_own: true, is_pinned: true };
  const { server, hands, router } = await openApp('/', {
    as: userOf('admin'),
    answers(stub) {
      answerStatistics(stub);
      const names = ['Our replies', 'B', 'C', 'D', 'E', 'F', 'G'];
      const query = { scope: 'company', days: '90' };
      stub.on(views.list, () => ({ views: names.map((name, id) => rowOf(views.list, 'views', { ...pinned, id: id + 1, name, query })) }));
    },
  });
  const card = within(await screen.findByRole('article', { name: 'Our replies' }));
  expect(await card.findByText('Messaging · 2 Nov – 3 Nov')).toBeTruthy();
  expect(card.getByText('Reply rate')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(6);
  expect(asked(server).at(-1)).toMatchObject({ name: 'messaging', scope: 'company' });
  expect(card.getByRole('link', { name: 'Our replies' }).getAttribute('href')).toBe('/company/statistics/messaging?days=90');
  await hands.click(card.getByRole('link', { name: 'Our replies' }));
  await waitFor(() => expect(router.state.location.href).toBe('/company/statistics/messaging?days=90'));
});

it('[STB-009] adds an alert with a share in percent', async () => {
  const { server, hands } = await open('/company/statistics/messaging/settings');
  server.on(contract.statisticsAlerts.create, () => answerOf(contract.statisticsAlerts.create));
  await hands.click(await screen.findByRole('button', { name: 'Add alert' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add alert' }));
  await hands.click(dialog.getByRole('combobox', { name: 'Number' }));
  const options = await screen.findAllByRole('option', { name: 'Reply rate' });
  await hands.click(options.at(-1) as HTMLElement);
  await hands.clear(dialog.getByLabelText('Bound, %'));
  await fill(hands, dialog.getByLabelText('Bound, %'), '5');
  await hands.click(dialog.getByRole('button', { name: 'Add alert' }));
  await waitFor(() =>
    expect(server.inputsOf(contract.statisticsAlerts.create)).toEqual([
      expect.objectContaining({ metric: 'replied_share', bound: 0.05, direction: 'below', scope: 'company' }),
    ]),
  );
});

it('[STB-007] the chart has its table, PNG and CSV, and the page can be printed', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  const { hands } = await open('/company/statistics/messaging');
  const figure = within(await screen.findByRole('figure', { name: 'By day' }));
  expect(within(figure.getByRole('table', { name: 'By day' })).getAllByRole('row')).toHaveLength(3);
  expect(figure.getByRole('slider', { name: 'Values: By day' })).toBeTruthy();
  for (const type of ['PNG', 'CSV']) expect(figure.getByRole('button', { name: `Download as ${type}: By day` })).toBeTruthy();
  await hands.click(screen.getByRole('button', { name: 'Export' }));
  await hands.click(await screen.findByRole('menuitem', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

it('says in words that a period is empty', async () => {
  await open('/statistics/messaging', 'worker', viewOf({ empty: 'No messages were sent in this period', rows: [] }));
  expect(await screen.findByText('No messages were sent in this period')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

const messaging = { Location: 'Statistics', Category: 'Messaging' } as const;

it('[EVT-047] sends an event for tabs, legend, filters, export and settings', async () => {
  const { server, hands } = await open('/company/statistics/search');
  server.on(routes.export, () => new Response('file', { headers: { 'content-disposition': "attachment; filename*=UTF-8''file" } }));
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:saved', revokeObjectURL() {} }));
  const tabs = within(await screen.findByRole('navigation', { name: 'Sections of statistics' }));
  await hands.click(tabs.getByRole('link', { name: 'Messaging' }));
  await expectEvent(server, 'Statistics: Tab', messaging);
  const legend = within(await screen.findByRole('list', { name: 'Series' }));
  await hands.click(legend.getByRole('button', { name: 'Replied' }));
  await expectEvent(server, 'Statistics: Legend', { ...messaging, Is_Checked: false });
  await hands.click(screen.getByRole('combobox', { name: 'Users' }));
  await hands.click(await screen.findByRole('option', { name: 'Anna' }));
  await expectEvent(server, 'Statistics: Filter', messaging);
  await hands.click(screen.getByRole('button', { name: 'Export' }));
  await hands.click(await screen.findByRole('menuitem', { name: 'Users as CSV' }));
  await expectEvent(server, 'Statistics: Export', messaging);
  await hands.click(screen.getAllByRole('link', { name: 'Settings' }).at(-1) as HTMLElement);
  await expectEvent(server, 'Statistics: Settings', messaging);
});

it.each([
  { id: 'queries', name: 'Searches', event: 'Statistics: Queries' },
  { id: 'views', name: 'Profile views', event: 'Statistics: Views' },
] as const)('[EVT-047] sends $event with the list of $id', async ({ id, name, event }) => {
  const figures = [{ ...sent, id, title: name, count_behind: id, now: count(4), before: null }];
  const { server, hands } = await open('/statistics/search', 'worker', viewOf({ figures }));
  await hands.click(await screen.findByRole('button', { name: new RegExp(`^${name}\\s*4`) }));
  await expectEvent(server, event, { Location: 'Statistics', Category: 'Search' });
});
