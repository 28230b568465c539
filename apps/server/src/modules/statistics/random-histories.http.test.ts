import type { SectionStatistics, StatisticsBreakdown, StatisticsCell } from '@headwater/contract/statistics';
import {
  type CountId,
  countIds,
  countOf,
  type FactKind,
  isShare,
  type MetricId,
  type Section,
  sections,
} from '@headwater/domain/statistics/metrics';
import { addDays, instantsOf } from '@headwater/domain/statistics/periods';
import { beforeAll, expect, it } from 'vitest';
import { randomFor } from '#modules/demo/random.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { addMessage, messagesIn } from '../../../test/message-fixtures.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { rollUp } from './store/roll-up.ts';

const here = useInstallation();
const seed = 20_261_129;
const random = randomFor(seed, 0);
/** Each changes its clock in the period, by an hour or by half of one; Kolkata is half an hour off. */
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Santiago'];
const [first, last] = [Date.parse('2026-03-01T00:00:00Z'), Date.parse('2026-05-01T00:00:00Z')];
const moment = () => new Date(first + Math.floor(random.next() * ((last - first) / 1000)) * 1000);

interface Fact {
  kind: FactKind;
  at: Date;
  user: number;
  folder?: number;
}

/** Every fact as the test knows it, in an order of its own. */
const facts: Fact[] = [];
let company: number;
let admin: Caller;
let users: TestUser[];
let vacancies: number[];
let statuses: number[];
let named: Record<string, number>;
let profiles: number[];

async function addView(): Promise<void> {
  const [user, at, profile] = [random.pick(users).id, moment(), random.pick(profiles)];
  const [known] = await here.sql('select from profile_views where company_id = $1 and profile_id = $2', [company, profile]);
  await here.sql('insert into profile_views (company_id, user_id, profile_id, viewed_at) values ($1, $2, $3, $4)', [
    company,
    user,
    profile,
    at,
  ]);
  facts.push({ kind: 'view', at, user }, ...(known ? [] : [{ kind: 'first_view' as const, at, user }]));
}

/** In the order of time, as people are contacted for the first time once. */
async function addLetter(place: number): Promise<void> {
  const [user, at] = [
    random.pick(users).id,
    new Date(first + Math.floor(((place + random.next()) / 120) * ((last - first) / 1000)) * 1000),
  ];
  const [folder, fate] = [random.pick(vacancies), random.next()];
  const later = new Date(at.getTime() + Math.floor(random.next() * 40 * 86_400_000));
  const profile = fate < 0.7 ? random.pick(profiles) : ((await addProfiles(here, 1))[0] ?? 0);
  const { id } = await addMessage(here, {
    company,
    user,
    profile,
    mailing: { folder_id: folder },
    message: { state: 'sent', sent_at: at },
  });
  facts.push({ kind: 'sent', at, user, folder });
  if (fate < 0.2) {
    await messagesIn(here).update({ id }, { state: 'error', bounced_at: later, error_reason: 'bounce' });
    facts.push({ kind: 'bounced', at, user, folder });
  } else if (fate < 0.5) {
    await messagesIn(here).update({ id }, { opened_at: later });
    if (fate < 0.3) await messagesIn(here).update({ id }, { opened_at: null });
    else facts.push({ kind: 'opened', at, user, folder });
  } else if (fate < 0.9) {
    const movedAt = new Date(later.getTime() + Math.floor((random.next() - 0.2) * 9 * 86_400_000));
    const isPositive = fate >= 0.7 && (await addAnsweredCandidate({ profile, folder, at: movedAt })) && movedAt >= later;
    await messagesIn(here).update({ id }, { replied_at: later });
    facts.push({ kind: 'opened', at, user, folder }, { kind: 'replied', at, user, folder });
    if (isPositive) facts.push({ kind: 'positive', at, user, folder });
  }
}

/** Moves the recipient of a message before or after the reply. Returns true if the move is a step forward. */
async function addAnsweredCandidate({ profile, folder, at }: { profile: number; folder: number; at: Date }): Promise<boolean> {
  const [user, fate] = [random.pick(users).id, random.next()];
  const candidate = await addCandidate({ profile, folder, user, at: new Date(at.getTime() - 3_600_000), status: named['Contacted'] ?? 0 });
  const to = fate < 0.3 ? 'Rejected' : 'Interview';
  await candidate.set(named[to] ?? 0, user, at);
  facts.push({ kind: 'move', at, user, folder });
  if (fate < 0.8) return to === 'Interview';
  facts.push({ kind: 'accidental', at, user, folder });
  await candidate.set(named['Contacted'] ?? 0, user, new Date(at.getTime() + 60_000));
  return false;
}

/** A new candidate with its history. */
async function addCandidate({
  profile,
  folder,
  user,
  at: added,
  status,
}: {
  profile: number;
  folder: number;
  user: number;
  at: Date;
  status: number;
}) {
  const [row] = await here.sql<{ id: number }>(
    `insert into candidates (company_id, vacancy_id, profile_id, status_id, created_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6) returning id`,
    [company, folder, profile, status, user, added],
  );
  const id = row?.id ?? 0;
  let current = status;
  const note = ({ action, by, at, from, to }: { action: string; by: number; at: Date; from?: number; to: number }) =>
    here.sql(
      `insert into candidate_history (company_id, candidate_id, user_id, action, from_status_id, to_status_id, to_vacancy_id, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [company, id, by, action, from ?? null, to, folder, at],
    );
  await note({ action: 'added', by: user, at: added, to: status });
  facts.push({ kind: 'added', at: added, user, folder });
  const set = async (to: number, by: number, at: Date) => {
    await here.sql('update candidates set status_id = $2 where id = $1', [id, to]);
    await note({ action: 'status', by, at, from: current, to });
    current = to;
  };
  return { id, set, status: () => current };
}

/** Adds a candidate and moves it; some moves are reversed within minutes, some candidates are removed. */
async function addCandidacy(): Promise<void> {
  const [user, added, folder, status] = [random.pick(users).id, moment(), random.pick(vacancies), random.pick(statuses)];
  const [profile = 0] = await addProfiles(here, 1);
  const candidate = await addCandidate({ profile, folder, user, at: added, status });
  let now = added;
  for (let moves = Math.floor(random.next() * 4); moves > 0; moves -= 1) {
    now = new Date(now.getTime() + 3_600_000 + Math.floor(random.next() * 9 * 86_400_000));
    const before = candidate.status();
    const [by, to] = [random.pick(users).id, random.pick(statuses.filter((other) => other !== before))];
    await candidate.set(to, by, now);
    facts.push({ kind: 'move', at: now, user: by, folder });
    if (random.next() < 0.25) {
      facts.push({ kind: 'accidental', at: now, user: by, folder });
      now = new Date(now.getTime() + 120_000);
      await candidate.set(before, by, now);
    }
  }
  if (random.next() < 0.3) {
    now = new Date(now.getTime() + 86_400_000);
    // One statement, as the application removes candidates.
    await here.sql(
      `with removed as (update candidates set deleted_at = $2 where id = $1 returning id)
       insert into candidate_history (company_id, candidate_id, user_id, action, at) select $3, id, $4, 'removed', $2 from removed`,
      [candidate.id, now, company, user],
    );
    facts.push({ kind: 'removed', at: now, user, folder });
  }
}

const path = (rest: string) => `/api/v6/companies/${company}/statistics/${rest}`;
const read = async <T>(address: string): Promise<T> => {
  const { status, body } = await admin.get(address);
  expect([address, status, status === 200 ? 0 : body]).toEqual([address, 200, 0]);
  return body;
};

interface Filter {
  users?: readonly number[];
  folders?: readonly number[];
  /** Member of a group that staff left out. */
  leftOut?: number;
}

/** A part of a page: its period, and its user or vacancy. 0: none. */
interface Where {
  from: string;
  to: string;
  user?: number | undefined;
  folder?: number | undefined;
}

/** The number counted again from the facts of the test. */
function recount(id: CountId, { from, to, user, folder }: Where, { users: onlyUsers, folders, leftOut }: Filter): number {
  const { counts, cancels = [] } = countOf(id);
  const inside = facts.filter(
    ({ at, user: by, folder: of = 0 }) =>
      at.getTime() >= Date.parse(from) &&
      at.getTime() < Date.parse(to) &&
      (user === undefined || by === user) &&
      (folder === undefined || of === folder) &&
      by !== leftOut &&
      onlyUsers?.includes(by) !== false &&
      folders?.includes(of) !== false,
  );
  const of = (kinds: readonly FactKind[]) => inside.filter(({ kind }) => kinds.includes(kind)).length;
  return of(counts) - of(cancels);
}

/** Facts of the test hold no statuses and no first message of a person. */
const isRecounted = (id: MetricId): id is CountId => !isShare(id) && !['hired', 'rejected', 'people_contacted'].includes(id);

beforeAll(async () => {
  company = await here.addCompany();
  admin = await here.signIn(await here.addUser(company, 'admin'));
  users = [await here.addUser(company, 'worker'), await here.addUser(company, 'worker'), await here.addUser(company, 'worker')];
  vacancies = [];
  for (const name of ['One', 'Two']) vacancies.push((await admin.post('/api/v6/folders/', { name })).body.id);
  const { body } = await admin.get('/api/v6/status_collection/statuses/');
  statuses = body.statuses.map(({ id }: { id: number }) => id);
  named = Object.fromEntries(body.statuses.map(({ id, name }: { id: number; name: string }) => [name, id]));
  profiles = await addProfiles(here, 25);
  for (let count = 0; count < 120; count += 1) {
    await addView();
    await addLetter(count);
    await addCandidacy();
    // Part of the facts is summed, the others wait.
    if (count === 70) await here.application.database.asSystem((tx) => rollUp(tx, 100_000));
  }
}, 120_000);

/** Merges two profiles by the route of the application. */
async function mergeProfiles(): Promise<void> {
  const [stays = 0, goes = 0] = profiles.splice(0, 2);
  const { status, body } = await admin.post('/api/glun/v4/', { action: 'glue', profile_ids: [stays, goes] });
  expect([status, body]).toEqual([200, expect.objectContaining({ profile_id: stays })]);
  profiles.push(stays);
}

async function checkSection(zone: string, section: Section, filter: Filter = {}): Promise<number> {
  const table = random.pick(['users', 'folders'] as const);
  const filters = (['users', 'folders'] as const).map((name) => (filter[name] ? `&${name}=${filter[name].join(',')}` : '')).join('');
  const from = addDays('2026-03-01', Math.floor(random.next() * 28));
  const query = `zone=${zone}&date_from=${from}&date_to=${addDays(from, Math.floor(random.next() * random.pick([40, 160])))}${filters}`;
  const view = await read<SectionStatistics>(path(`${section}/?${query}&table=${table}&interval=${random.pick(['day', 'week', 'month'])}`));
  expect(view.period).toMatchObject(
    Object.fromEntries(
      Object.entries(instantsOf({ from: view.period.date_from, to: view.period.date_to }, zone)).map(([name, at]) => [
        name,
        at.toISOString(),
      ]),
    ),
  );
  const one = table === 'users' ? 'user' : 'folder';
  const cells: (Where & { id: MetricId; cell: StatisticsCell; which: string })[] = [
    ...view.figures.map(({ id, now }) => ({ id, cell: now, ...view.period, which: '' })),
    ...view.series.flatMap((part) =>
      Object.entries(part.cells).map(([id, cell]) => ({
        id: id as MetricId,
        cell,
        ...part,
        which: `&from=${part.from}&to=${part.to}`,
      })),
    ),
    ...view.rows.flatMap((row) =>
      Object.entries(row.cells).map(([id, cell]) => ({
        id: id as MetricId,
        cell,
        ...view.period,
        which: row.id === null ? `&without=${one}` : `&${one}=${row.id}`,
        [one]: row.id ?? 0,
      })),
    ),
  ];
  const wrong = cells.filter(({ id, cell, ...where }) => isRecounted(id) && cell.count !== recount(id, where, filter));
  expect([seed, zone, query, wrong.map(({ id, cell, which }) => `${id}${which}: ${cell.count}`)]).toEqual([seed, zone, query, []]);
  for (const { id, now } of view.figures.filter((figure) => !isShare(figure.id))) {
    const parts = (rows: readonly { cells: SectionStatistics['rows'][number]['cells'] }[]) =>
      rows.reduce((sum, row) => sum + (row.cells[id]?.count ?? 0), 0);
    expect([id, parts(view.series), parts(view.rows)]).toEqual([id, now.count, now.count]);
  }
  const chosen = cells.filter(({ id }) => countIds.includes(id as CountId));
  for (const { id, cell, which } of Array.from({ length: 8 }, () => random.pick(chosen))) {
    const list = await read<{ count: number }>(
      `/api/internal/companies/${company}/statistics/list/?section=${section}&metric=${id}&${query}${which}&per_page=1`,
    );
    expect([zone, query, id, which, list.count]).toEqual([zone, query, id, which, cell.count]);
  }
  return cells.length;
}

it.each(zones)(
  '[STB-001] [STB-010] numbers in %s equal their lists and a recount, and parts add up to the whole',
  { timeout: 60_000 },
  async (zone) => {
    let checked = 0;
    for (const section of sections) checked += await checkSection(zone, section);
    expect(checked).toBeGreaterThan(100);
  },
);

it('[STB-010] numbers of users and vacancies, alone and together, equal their lists and a recount', { timeout: 120_000 }, async () => {
  const [first, second, third] = users.map(({ id }) => id) as [number, number, number];
  const folders = vacancies.slice(0, 1);
  const filters: Filter[] = [{ users: [first] }, { users: [second, third] }, { folders }, { users: [first, second], folders }];
  let checked = 0;
  for (const filter of filters) for (const section of sections) checked += await checkSection(random.pick(zones), section, filter);
  expect(checked).toBeGreaterThan(100);
});

it('[STB-010] numbers without a group that staff left out equal their lists and a recount', { timeout: 120_000 }, async () => {
  const { body: group } = await admin.post('/api/internal/user_groups/', { name: 'Trainees' });
  const leftOut = users[2]?.id ?? 0;
  await here.sql('update users set group_id = $1 where id = $2', [group.id, leftOut]);
  await here.sql('insert into statistics_left_out_groups (company_id, group_id) values ($1, $2)', [company, group.id]);
  let checked = 0;
  for (const filter of [{ leftOut }, { leftOut, folders: vacancies }])
    for (const section of sections) checked += await checkSection(random.pick(zones), section, filter);
  expect(checked).toBeGreaterThan(100);
  await here.sql('delete from statistics_left_out_groups');
});

const wholePast = async () => {
  const query = 'date_from=2026-02-01&date_to=2026-07-01&compare=none';
  const pages = [];
  for (const section of sections)
    for (const table of ['users', 'folders'] as const) {
      const { figures, series, rows } = await read<SectionStatistics>(path(`${section}/?${query}&table=${table}`));
      pages.push({ figures, series, rows: rows.map(({ id, cells }) => ({ id, cells })) });
    }
  const { rows, still_open: open } = await read<StatisticsBreakdown>(
    `/api/internal/companies/${company}/statistics/breakdown/?section=pipeline&breakdown=funnel&date_from=2026-02-01&date_to=2026-07-01`,
  );
  return { sections: pages, funnel: rows, open };
};

it('[STC-037] summing changes no number', async () => {
  const before = await wholePast();
  const taken = await here.application.database.asSystem((tx) => rollUp(tx, 100_000));
  expect(taken).toBeGreaterThan(100);
  expect(await wholePast()).toEqual(before);
  expect(await here.sql('select from statistics_pending')).toEqual([]);
});

it('[STC-037] rows of an earlier release give the same numbers as counting them at the time', { timeout: 120_000 }, async () => {
  const before = await wholePast();
  await here.sql(`truncate statistics_search_facts, statistics_pipeline_facts, statistics_message_facts, statistics_slots, statistics_sums,
    statistics_pending, statistics_candidacies`);
  for (const [source, key] of [
    ['profile_views', 'id'],
    ['contact_openings', 'id'],
    ['search_history', 'query_id'],
    ['saved_queries', 'id'],
    ['candidates', 'id'],
    ['messages', 'id'],
  ])
    await here.sql(`update statistics_fill set next_id = 1, last_id = coalesce((select max(${key}) from ${source}), 0) where source = $1`, [
      source,
    ]);
  expect((await read<SectionStatistics>(path('search/'))).filled).toBe(0);
  const worker = await here.application.startWorker();
  for (const task of ['fill_statistics', 'add_statistics_months', 'roll_up_statistics']) {
    await here.sql('select graphile_worker.add_job($1)', [task]);
    await worker.idle();
  }
  await worker.stop();
  expect((await read<SectionStatistics>(path('search/'))).filled).toBe(1);
  expect(await wholePast()).toEqual(before);
  const parts = await here.sql<{ name: string }>(
    `select relname as name from pg_class where relname like 'statistics_search_facts_2026%' and relkind = 'r'`,
  );
  expect(parts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['statistics_search_facts_202603', 'statistics_search_facts_202604']),
  );
  expect(await here.sql('select from statistics_search_facts_rest')).toEqual([]);
});

it(
  '[STC-037] [STB-010] deletions and merges do not change the past, and later facts of merged people count',
  { timeout: 120_000 },
  async () => {
    const before = await wholePast();
    for (let count = 0; count < 4; count += 1) await mergeProfiles();
    expect(await wholePast()).toEqual(before);
    for (let count = 0; count < 15; count += 1) {
      await addView();
      await addLetter(count * 8);
      await addCandidacy();
    }
    for (const section of sections) await checkSection(random.pick(zones), section);
    const later = await wholePast();
    await here.sql('delete from profiles where id = any($1)', [profiles.slice(1, 12)]);
    await here.sql('delete from messages where company_id = $1', [company]);
    await here.sql('update candidate_statuses set deleted_at = now() where id = $1', [statuses[1]]);
    await here.sql('delete from mailings where company_id = $1', [company]);
    const after = await wholePast();
    expect(after.sections).toEqual(later.sections);
    expect(after.open).toBe(later.open);
  },
);
