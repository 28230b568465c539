import type { SectionStatistics, StatisticsBreakdown } from '@headwater/contract/statistics';
import { type CountId, countIds, metricIds } from '@headwater/domain/statistics/metrics';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { addMessage, messagesIn } from '../../../test/message-fixtures.ts';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();
const minuteMs = 60_000;

let company: number;
let admin: Caller;
let worker: Caller;
let workerUser: TestUser;
let statusIds: Record<string, number>;
let vacancy: { id: number; profiles: number[]; candidates: number[] };
const at = (path: string) => `/api/v6/companies/${company}/statistics/${path}`;
const inside = (path: string) => `/api/internal/companies/${company}/statistics/${path}`;
const read = async <T = SectionStatistics>(caller: Caller, path: string): Promise<T> => {
  const { status, body } = await caller.get(path);
  expect([path, status, status === 200 ? undefined : body]).toEqual([path, 200, undefined]);
  return body;
};
const figures = ({ figures: all }: SectionStatistics) => Object.fromEntries(all.map(({ id, now }) => [id, now.value]));

const move = async (caller: Caller, candidate: number | undefined, status: string) => {
  const answer = await caller.patch(`/api/v6/candidates/${candidate}/`, { status: statusIds[status] });
  expect([answer.status, answer.status === 200 ? 0 : answer.body]).toEqual([200, 0]);
};

async function runRollUp(): Promise<void> {
  const worker = await here.application.startWorker();
  await here.sql(`select graphile_worker.add_job('roll_up_statistics')`);
  await worker.idle();
  await worker.stop();
}

beforeAll(async () => {
  company = await here.addCompany({ name: 'Counted' });
  admin = await here.signIn(await here.addUser(company, 'admin'));
  workerUser = await here.addUser(company, 'worker');
  worker = await here.signIn(workerUser);
  const { body } = await admin.get('/api/v6/status_collection/statuses/');
  statusIds = Object.fromEntries(body.statuses.map((status: { name: string; id: number }) => [status.name, status.id]));
  vacancy = await fillVacancy(here, worker, { profiles: 4 });
  await here.clock.advance(10 * minuteMs);
  for (const candidate of vacancy.candidates.slice(0, 3)) await move(worker, candidate, 'Interview');
  await here.clock.advance(10 * minuteMs);
  await move(worker, vacancy.candidates[0], 'Hired');
  await move(worker, vacancy.candidates[1], 'Rejected');
  // Reversed within minutes.
  await move(worker, vacancy.candidates[2], 'Offer');
  await here.clock.advance(2 * minuteMs);
  await move(worker, vacancy.candidates[2], 'Interview');
  const now = here.clock.now();
  const sent = { company, user: workerUser.id, profile: vacancy.profiles[0] ?? 0, mailing: { folder_id: vacancy.id } };
  for (let count = 0; count < 4; count += 1) await addMessage(here, { ...sent, message: { state: 'sent', sent_at: now } });
  const bounced = await addMessage(here, { ...sent, message: { state: 'sent', sent_at: now } });
  await messagesIn(here).update({ id: bounced.id }, { state: 'error', bounced_at: now, error_reason: 'bounce' });
  const replied = await addMessage(here, { ...sent, message: { state: 'sent', sent_at: now } });
  await messagesIn(here).update({ id: replied.id }, { replied_at: now });
  await worker.get(`/api/v6/profiles/${vacancy.profiles[0]}/`);
});

describe('sections of statistics', () => {
  it('[STC-020] [STC-028] shows the figures of the search, the pipeline and messaging', async () => {
    const { sections } = await read<{ sections: SectionStatistics[] }>(admin, at(''));
    expect(sections.map(({ section }) => section)).toEqual(['search', 'pipeline', 'messaging']);
    expect(sections.flatMap((each) => each.figures.map(({ id }) => id)).toSorted()).toEqual(metricIds.toSorted());
  });

  it('[STC-029] [STC-033] [STC-037] counts candidates by status change, without moves that were reversed within minutes', async () => {
    const view = await read(admin, at('pipeline/'));
    expect(figures(view)).toEqual({ added: 4, moves: 5, hired: 1, rejected: 1, removed: 0, accidental: 1 });
    expect(view).toMatchObject({ scope: 'company', table: 'users', zone: 'UTC', empty: null });
  });

  it('[STC-037] [DEC-04] counts messages by the day of sending: delivered, opened, replied and bounced', async () => {
    const view = await read(admin, at('messaging/'));
    expect(figures(view)).toMatchObject({
      sent: 6,
      delivered: 5,
      opened: 1,
      replied: 1,
      bounced: 1,
      error: 0,
      people_contacted: 1,
      replied_share: 0.2,
    });
    const share = view.figures.find(({ id }) => id === 'replied_share');
    expect(share?.now).toMatchObject({ count: 1, of: 5, is_small: true, interval: [expect.closeTo(0.036, 2), expect.closeTo(0.624, 2)] });
  });

  it('[STC-026] [STC-027] [STC-035] has tables of users, folders and templates; users are the default', async () => {
    const users = await read(admin, at('messaging/'));
    expect(users.rows).toMatchObject([{ id: workerUser.id, cells: { sent: { value: 6 } } }]);
    const folders = await read(admin, at('messaging/?table=folders'));
    expect(folders.rows).toMatchObject([{ id: vacancy.id, is_deleted: false, cells: { replied: { value: 1 } } }]);
    const templates = await read(admin, at('messaging/?table=templates'));
    expect(templates.rows).toMatchObject([{ id: null, name: 'No template' }]);
  });

  it('[STB-002] compares with the period before, a year ago or nothing', async () => {
    const [before, year, none] = [
      await read(admin, at('pipeline/?date_from=2026-03-01&date_to=2026-03-10')),
      await read(admin, at('pipeline/?date_from=2026-03-01&date_to=2026-03-10&compare=year')),
      await read(admin, at('pipeline/?compare=none')),
    ];
    expect(before.compared).toMatchObject({ date_from: '2026-02-19', date_to: '2026-02-28' });
    expect(year.compared).toMatchObject({ date_from: '2025-03-01', date_to: '2025-03-10' });
    expect([none.compared, none.figures[0]?.before]).toEqual([null, null]);
  });

  it('[STB-001] lists as many rows behind each number as it says, for every cell', async () => {
    const wrong: string[] = [];
    const check = async (path: string, count: number) => {
      const list = await read<{ count: number; items: unknown[] }>(admin, path);
      if (list.count !== count || list.items.length !== count) wrong.push(`${path}: ${list.count} and not ${count}`);
    };
    for (const section of ['search', 'pipeline', 'messaging'] as const) {
      const view = await read(admin, at(`${section}/?table=folders`));
      for (const { id, count_behind: metric, now } of view.figures)
        await check(inside(`list/?section=${section}&metric=${id}&per_page=100`), metric ? now.count : 0);
      const cells = [
        ...view.rows.map(({ id, cells: all }) => [id === null ? 'without=folder' : `folder=${id}`, all] as const),
        ...view.series.map(({ from, to, cells: all }) => [`from=${from}&to=${to}`, all] as const),
      ];
      const counted = cells.flatMap(([which, all]) => Object.entries(all).map(([id, { count }]) => ({ which, id, count })));
      for (const { which, id, count } of counted.filter((cell) => cell.count > 0 && countIds.includes(cell.id as CountId)))
        await check(inside(`list/?section=${section}&metric=${id}&${which}&per_page=100`), count);
    }
    expect(wrong).toEqual([]);
  });

  it('[STB-008] names the unit, the date basis and the definition of each number, in the language of the reader', async () => {
    const view = await read(admin, at('messaging/'));
    expect(view.figures.find(({ id }) => id === 'replied')).toMatchObject({
      unit: 'messages',
      basis: 'sent',
      counting: 'cohort',
      title: 'Replied',
    });
    const russian = await here.signIn(await here.addUser(company, 'admin', { language: 'ru' }));
    expect((await read(russian, at('messaging/'))).figures.find(({ id }) => id === 'replied')?.title).toBe('Ответили');
  });
});

const breakdown = (name: string, more = '') =>
  read<StatisticsBreakdown>(admin, inside(`breakdown/?section=pipeline&breakdown=${name}${more}`));
const values = ({ rows }: StatisticsBreakdown, column: string) => Object.fromEntries(rows.map((row) => [row.name, row.values[column]]));

describe('breakdowns of the pipeline', () => {
  it('[STB-003] [STB-008] shows the funnel of completed candidacies, with those still open beside', async () => {
    const funnel = await breakdown('funnel');
    expect(funnel.still_open).toBe(2);
    expect(values(funnel, 'candidacies')).toMatchObject({ 'All completed': 2, New: 2, Interview: 2, Offer: 0, Hired: 1 });
  });

  it('[STB-003] shows conversion between two statuses by cohort and by moves', async () => {
    const [from, to] = [statusIds['Interview'], statusIds['Hired']];
    const cohort = await breakdown('conversion', `&from_status=${from}&to_status=${to}`);
    expect(cohort.rows).toMatchObject([{ name: 'Interview → Hired', values: { candidacies: 1, share: 1 / 3 } }]);
    const moves = await breakdown('conversion_events', `&from_status=${from}`);
    expect(values(moves, 'share')).toEqual({ 'Interview → Hired': 0.5, 'Interview → Rejected': 0.5 });
  });

  it('[STB-003] shows median and 90th percentile of the time in a status, sources and rejection reasons', async () => {
    const times = await breakdown('time_in_status');
    expect(times.rows.find(({ name }) => name === 'Interview')?.values).toMatchObject({ moves: 2, median: 600, p90: 600 });
    expect(values(await breakdown('sources'), 'candidacies')).toEqual({ 'Not specified': 4 });
    expect(values(await breakdown('rejections'), 'moves')).toEqual({ Rejected: 1 });
    expect(values(await breakdown('accidental'), 'accidental')).toEqual({ 'Interview → Offer': 1 });
  });

  it.each([
    ['user_statuses', 'user'],
    ['folder_statuses', 'folder'],
  ])('[STB-001] [STC-037] every number of %s has its list', async (name, parameter) => {
    const { columns, rows } = await breakdown(name);
    expect(columns.map(({ title }) => title)).toEqual(['Moves', 'Interview', 'Hired', 'Rejected']);
    const sums = columns.map(({ key }) => rows.reduce((sum, { values: cells }) => sum + Number(cells[key]), 0));
    expect(sums).toEqual([5, 3, 1, 1]);
    for (const { id, values: cells } of rows)
      for (const { key } of columns) {
        const list = inside(`list/?section=pipeline&metric=moves&breakdown=${name}&${parameter}=${id}&key=${key}`);
        expect((await read<{ count: number }>(admin, list)).count).toBe(cells[key]);
      }
  });

  it('[STB-001] lists the rows of every breakdown', async () => {
    const wrong: string[] = [];
    for (const [section, name] of [
      ['pipeline', 'funnel'],
      ['pipeline', 'conversion'],
      ['pipeline', 'conversion_events'],
      ['pipeline', 'time_in_status'],
      ['pipeline', 'sources'],
      ['pipeline', 'rejections'],
      ['pipeline', 'accidental'],
      ['messaging', 'steps'],
      ['messaging', 'senders'],
      ['messaging', 'weekdays'],
      ['messaging', 'hours'],
    ] as const) {
      const { rows } = await read<StatisticsBreakdown>(admin, inside(`breakdown/?section=${section}&breakdown=${name}`));
      for (const { key, count, values: cells } of rows) {
        const expected = cells['candidacies'] ?? cells['moves'] ?? cells['accidental'] ?? cells['sent'];
        const list = await read<{ count: number }>(admin, inside(`list/?section=${section}&metric=${count}&breakdown=${name}&key=${key}`));
        if (list.count !== expected) wrong.push(`${name} ${key}: ${list.count} and not ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('rights on statistics', () => {
  it('[STC-036] shows a worker without company-wide access own numbers only', async () => {
    const other = await here.signIn(await here.addUser(company, 'worker'));
    const view = await read(other, at('messaging/'));
    expect([view.scope, figures(view)['sent'], view.empty]).toEqual(['own', 0, 'No messages were sent in this period']);
    expect(await other.get(at('messaging/?scope=company'))).toMatchObject({ status: 403 });
    expect(await other.get(at(`messaging/?users=${workerUser.id}`))).toMatchObject({
      status: 400,
      body: { users: ['Choose users whose statistics you may see'] },
    });
    expect(figures(await read(worker, at('messaging/')))['sent']).toBe(6);
  });

  it('[ROLE-064] the public-statistics option gives employees company-wide statistics', async () => {
    const open = await here.addCompany({ features: { public_statistics: true } });
    const employee = await here.signIn(await here.addUser(open, 'worker'));
    expect(await read(employee, `/api/v6/companies/${open}/statistics/search/`)).toMatchObject({ scope: 'company' });
  });

  it('[STC-028] hides companies from people of others, and shows them to staff', async () => {
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    expect((await stranger.get(at('search/'))).status).toBe(404);
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    expect(figures(await read(staff, at('pipeline/')))['added']).toBe(4);
    const list = await read<{ items: { person: unknown }[] }>(staff, inside('list/?section=pipeline&metric=added'));
    expect(list.items.map(({ person }) => person)).toEqual([null, null, null, null]);
  });

  it('[STB-001] counts candidates of a private vacancy, and hides who they are', async () => {
    const hidden = await fillVacancy(here, worker, { profiles: 1, body: { access_type: 'private' } });
    const list = await read<{ items: { person: unknown; folder: unknown }[] }>(
      admin,
      inside(`list/?section=pipeline&metric=added&folder=${hidden.id}`),
    );
    expect(list.items).toMatchObject([{ person: null, folder: { name: 'Private' } }]);
    await here.sql('delete from candidates where vacancy_id = $1', [hidden.id]);
    await here.sql('delete from vacancies where id = $1', [hidden.id]);
    const after = await read<{ items: { folder: unknown }[] }>(admin, inside(`list/?section=pipeline&metric=added&folder=${hidden.id}`));
    expect(after.items).toMatchObject([{ folder: { name: 'Private' } }]);
  });
});

describe('filters and settings of statistics', () => {
  it('[STC-025] [STC-030] answers the values of the filters', async () => {
    const { body } = await admin.get(at('filters/?section=pipeline'));
    expect(body).toMatchObject({ section: 'pipeline', scopes: ['company', 'own'], zone: 'UTC' });
    expect(body.folders).toContainEqual(expect.objectContaining({ id: vacancy.id }));
    expect(body.statuses).toHaveLength(7);
  });

  it('[STC-025] answers the first day of the chosen section, with facts that are summed and that wait', async () => {
    const own = await here.addCompany();
    const user = await here.addUser(own, 'admin');
    const caller = await here.signIn(user);
    const firstDay = async (section: string) =>
      (await caller.get(`/api/v6/companies/${own}/statistics/filters/?section=${section}`)).body.first_day;
    const [profile = 0] = await addProfiles(here, 1);
    await here.sql('insert into profile_views (company_id, user_id, profile_id, viewed_at) values ($1, $2, $3, $4)', [
      own,
      user.id,
      profile,
      new Date('2026-01-05T12:00:00Z'),
    ]);
    await addMessage(here, { company: own, user: user.id, profile, message: { state: 'sent', sent_at: new Date('2026-02-06T12:00:00Z') } });
    const expected = ['2026-01-05', null, '2026-02-06'];
    const read = async () => [await firstDay('search'), await firstDay('pipeline'), await firstDay('messaging')];
    expect(await read()).toEqual(expected);
    await runRollUp();
    expect(await read()).toEqual(expected);
  });

  it('[STC-022] [STC-031] [STC-032] keeps settings of a section for the company and for oneself', async () => {
    const saved = await admin.post(at('settings/'), { section: 'search', days: 7 });
    expect(saved.body).toMatchObject({ scope: 'company', days: 7, may_edit: true });
    expect((await worker.get(at('settings/?section=search'))).body).toMatchObject({ scope: 'own', days: 7 });
    await worker.post(at('settings/'), { section: 'search', days: 90, table: 'folders' });
    expect((await worker.get(at('settings/?section=search'))).body).toMatchObject({ days: 90, table: 'folders' });
    expect((await admin.get(at('settings/?section=search'))).body).toMatchObject({ days: 7, table: 'users' });
    expect((await worker.post(at('settings/'), { section: 'search', scope: 'company', days: 1 })).status).toBe(403);
  });

  it('[ROLE-070] [ROLE-071] leaves members of a group out once staff say so', async () => {
    const { body: group } = await admin.post('/api/internal/user_groups/', { name: 'Trainees' });
    const refused = await admin.post(at('settings/'), { section: 'pipeline', left_out_groups: [group.id] });
    expect(refused).toMatchObject({ status: 400, body: { left_out_groups: [expect.any(String)] } });
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    await here.sql('update users set group_id = $1 where id = $2', [group.id, workerUser.id]);
    const before = figures(await read(admin, at('messaging/')))['sent'];
    await staff.post(at('settings/'), { section: 'pipeline', left_out_groups: [group.id] });
    expect([before, figures(await read(admin, at('messaging/')))['sent']]).toEqual([6, 0]);
    expect(figures(await read(worker, at('messaging/?scope=own')))['sent']).toBe(6);
    await staff.post(at('settings/'), { section: 'pipeline', left_out_groups: [] });
    expect(figures(await read(admin, at('messaging/')))['sent']).toBe(6);
  });

  it('[ROLE-072] treats no company in another way for its name or id, only for what staff set', async () => {
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    const twins = [await here.addCompany({ name: 'Counted' }), await here.addCompany({ name: 'Counted' })];
    const sums: unknown[] = [];
    for (const [place, twin] of twins.entries()) {
      const user = await here.addUser(twin, 'admin');
      const caller = await here.signIn(user);
      const { body: group } = await caller.post('/api/internal/user_groups/', { name: 'Trainees' });
      await here.sql('update users set group_id = $1 where id = $2', [group.id, user.id]);
      await fillVacancy(here, caller, { profiles: 2 });
      const path = `/api/v6/companies/${twin}/statistics/`;
      if (place === 1) await staff.post(`${path}settings/`, { section: 'pipeline', left_out_groups: [group.id] });
      sums.push(figures(await read(caller, `${path}pipeline/`))['added']);
    }
    expect(sums).toEqual([2, 0]);
  });

  it('[STC-034] answers one metric of a section', async () => {
    const { body } = await admin.get('/api/v6/metrics/messaging/replied_share/');
    expect(body).toMatchObject({ section: 'messaging', figure: { id: 'replied_share', now: { value: 0.2 } } });
    expect((await admin.get('/api/v6/metrics/messaging/added/')).status).toBe(404);
  });

  it.each([
    ['date_from=2026-02-02&date_to=2026-02-01', 'date_to', 'The end is before the start'],
    ['date_from=2015-01-01&date_to=2026-01-01', 'date_from', 'Choose at most five years'],
    ['users=999999999', 'users', 'Choose users whose statistics you may see'],
    ['folders=999999999', 'folders', 'Choose vacancies of this company'],
    ['templates=999999999', 'templates', 'Choose templates of this company'],
    ['zone=Mars/Base', 'zone', 'Choose a known time zone, such as Europe/Berlin'],
    [
      'date_from=2023-01-01&date_to=2026-01-01&interval=day',
      'interval',
      'Choose a longer interval or a shorter period: the chart shows at most 400 columns',
    ],
  ])('[STC-035] names what is wrong with %s', async (query, field, text) => {
    const { status, body } = await admin.get(at(`pipeline/?${query}`));
    expect([status, Object.keys(body)]).toEqual([400, [field]]);
    expect(body[field]).toEqual([text]);
  });

  it('[STC-035] refuses statuses of other companies, and accepts deleted ones', async () => {
    const path = inside('breakdown/?section=pipeline&breakdown=conversion&from_status=');
    expect(await admin.get(`${path}999999999`)).toMatchObject({ status: 400, body: { from_status: ['Choose a status of this company'] } });
    const { body: extra } = await admin.post('/api/v6/status_collection/statuses/', { name: 'Paused' });
    await admin.delete(`/api/v6/status_collection/statuses/${extra.id}/`);
    expect((await admin.get(`${path}${extra.id}`)).status).toBe(200);
  });
});

describe('the past of statistics', () => {
  it('[STC-037] stays when candidates, vacancies and profiles are deleted, and statuses are renamed', async () => {
    const own = await here.addCompany();
    const caller = await here.signIn(await here.addUser(own, 'admin'));
    const filled = await fillVacancy(here, caller, { profiles: 3 });
    const path = `/api/v6/companies/${own}/statistics/pipeline/?table=folders`;
    const before = await read(caller, path);
    await here.sql('delete from candidates where vacancy_id = $1', [filled.id]);
    await here.sql('delete from vacancies where id = $1', [filled.id]);
    await here.sql('delete from profiles where id = any($1)', [filled.profiles]);
    const after = await read(caller, path);
    expect([figures(before)['added'], figures(after)['added'], figures(after)['removed']]).toEqual([3, 3, 3]);
    expect(after.rows).toMatchObject([{ id: filled.id, name: before.rows[0]?.name, is_deleted: true, cells: { added: { value: 3 } } }]);
  });

  it('[STC-024] [STC-037] counts searches, views and people who are viewed for the first time', async () => {
    const own = await here.addCompany();
    const user = await here.addUser(own, 'admin');
    const caller = await here.signIn(user);
    const [first, second] = await addProfiles(here, 2);
    for (const profile of [first, second, first]) {
      await here.sql('insert into profile_views (company_id, user_id, profile_id, viewed_at) values ($1, $2, $3, $4)', [
        own,
        user.id,
        profile,
        here.clock.now(),
      ]);
    }
    expect(figures(await read(caller, `/api/v6/companies/${own}/statistics/search/`))).toMatchObject({
      views: 3,
      people_viewed: 2,
      queries: 0,
    });
  });
});
