import { strFromU8, unzipSync } from 'fflate';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { whileHeld } from '../../../test/held-table.ts';
import { addMessage } from '../../../test/message-fixtures.ts';
import { poll } from '../../../test/settled.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
const hourMs = 3_600_000;

interface Made {
  company: number;
  user: TestUser;
  caller: Caller;
}

async function makeAdmin(more: { zone?: string; language?: 'en' | 'ru' } = {}): Promise<Made> {
  const company = await here.addCompany();
  await here.sql('update companies set time_zone = $2 where id = $1', [company, more.zone ?? 'UTC']);
  const user = await here.addUser(company, 'admin', more.language ? { language: more.language } : {});
  return { company, user, caller: await here.signIn(user) };
}

/** A worker of a company that shows everyone its numbers. */
async function makeWorker(): Promise<Made> {
  const company = await here.addCompany({ features: { public_statistics: true } });
  await here.sql(`update companies set time_zone = 'UTC' where id = $1`, [company]);
  const user = await here.addUser(company, 'worker');
  return { company, user, caller: await here.signIn(user) };
}

const makeHiringManager = ({ user }: Made) => here.sql(`update users set role = 'hm' where id = $1`, [user.id]);

async function addSent({ company, user }: Made, sentAt: string, count = 1): Promise<void> {
  const [profile] = await addProfiles(here, 1);
  for (let number = 0; number < count; number += 1)
    await addMessage(here, { company, user: user.id, profile: profile ?? 0, message: { state: 'sent', sent_at: new Date(sentAt) } });
}

async function runTask(name: string): Promise<void> {
  const worker = await here.application.startWorker();
  await here.sql('select graphile_worker.add_job($1)', [name]);
  await worker.idle();
  await worker.stop();
}

const waiting = () => here.sql(`select from pg_locks where not granted and relation = 'statistics_fill'::regclass`);

/** All readers of figures read the held table. */
async function readsFigures(name: string): Promise<boolean> {
  let isDone = false;
  const run = async () => {
    await runTask(name);
    isDone = true;
  };
  const held = await whileHeld(here, 'statistics_fill', async () => {
    const running = run();
    await poll(async () => isDone || (await waiting()).length > 0).toBe(true);
    return { isReading: !isDone, running };
  });
  await held.running;
  return held.isReading;
}

describe('exports of statistics', () => {
  it('[STC-023] [STB-005] names the days, the time zone and the definitions, and is recorded in the audit log', async () => {
    const made = await makeAdmin({ zone: 'Asia/Kolkata' });
    // In Kolkata this is 2 March, 04:00.
    await addSent(made, '2026-03-01T22:30:00Z', 2);
    const path = `/api/internal/companies/${made.company}/statistics/export/?section=messaging&date_from=2026-03-02&date_to=2026-03-02`;
    const { status, body, headers } = await made.caller.get(path);
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['content-disposition']).toContain('2026-03-02');
    const rows: string[][] = parse(body as string, { bom: true });
    expect(rows[0]?.slice(0, 3)).toEqual(['Users', 'Sent', 'People contacted first']);
    expect(rows[1]?.slice(1, 3)).toEqual(['2', '1']);
    expect(rows.flat()).toContain('2026-03-02 to 2026-03-02, days in Asia/Kolkata');
    expect(rows.flat().some((cell) => cell.startsWith('Reply rate: Messages with a reply'))).toBe(true);
    const noted = await here.sql(`select target_id from audit_entries where kind = 'exported' and target_kind = 'statistics'`);
    expect(noted).toEqual([{ target_id: made.company }]);
    const before = await made.caller.get(path.replaceAll('2026-03-02', '2026-03-01'));
    expect(parse(before.body as string, { bom: true })[1]?.[0]).toBe('');
  });

  it('[STC-023] exports breakdowns as XLSX', async () => {
    const made = await makeAdmin({ language: 'ru' });
    await addSent(made, '2026-03-01T22:30:00Z');
    const path = `/api/internal/companies/${made.company}/statistics/export/?section=messaging&type=xlsx&breakdown=weekdays&date_from=2026-03-01&date_to=2026-03-02`;
    const { status, headers, body } = await made.caller.send({ url: path, payloadAsStream: true });
    expect([status, headers['content-type']]).toEqual([200, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']);
    const files = unzipSync(await buffer(body as Readable));
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).toContain('Воскресенье');
  });
});

describe('saved views of statistics', () => {
  const path = '/api/internal/statistics_views/';

  it('[STB-006] saves, shares, pins and deletes a view', async () => {
    const made = await makeAdmin();
    const colleague = await here.signIn(await here.addUser(made.company, 'worker'));
    const view = { name: 'Replies', section: 'messaging', query: { table: 'folders', users: [made.user.id], days: 7 }, is_pinned: true };
    const { body } = await made.caller.post(path, view);
    expect(body).toMatchObject({
      name: 'Replies',
      query: { table: 'folders', users: String(made.user.id), days: '7' },
      is_own: true,
      is_shared: false,
    });
    expect((await made.caller.post(path, { ...view, name: 'replies' })).body).toEqual({ name: ['You already have a view with this name'] });
    expect((await colleague.get(path)).body.views).toEqual([]);
    await made.caller.patch(`${path}${body.id}/`, { is_shared: true });
    expect((await colleague.get(path)).body.views).toMatchObject([{ id: body.id, is_own: false }]);
    expect((await colleague.delete(`${path}${body.id}/`)).status).toBe(404);
    expect((await made.caller.get(`${path}?pinned=true`)).body.views).toHaveLength(1);
    await made.caller.delete(`${path}${body.id}/`);
    expect((await made.caller.get(path)).body.views).toEqual([]);
  });

  it('[STB-006] sends a view by e-mail on Monday morning of the company, once', async () => {
    here.clock.set(new Date('2027-03-10T12:00:00Z'));
    const made = await makeAdmin({ zone: 'America/New_York' });
    await addSent(made, '2027-03-09T12:00:00Z', 3);
    await made.caller.post(path, { name: 'Week', section: 'messaging', query: {}, is_weekly: true });
    const letters = () => here.systemEmailsTo(made.user.email);
    await runTask('send_statistics_reports');
    expect(await letters()).toEqual([]);
    // Monday, 06:00 in New York.
    here.clock.set(new Date('2027-03-15T10:00:00Z'));
    await runTask('send_statistics_reports');
    expect(await letters()).toEqual([]);
    await here.clock.advance(2 * hourMs);
    await runTask('send_statistics_reports');
    expect(await readsFigures('send_statistics_reports')).toBe(false);
    const [letter, ...others] = await letters();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ kind: 'statistics_report', subject: 'Week: statistics of the week' });
    expect(letter?.text).toContain('2027-03-08 to 2027-03-14 (America/New_York)');
    expect(letter?.text).toContain('- Sent: 3 (before: 0)');
  });

  it('[STB-006] [STC-036] sends no view to a person who lost the right to statistics', async () => {
    here.clock.set(new Date('2027-05-05T12:00:00Z'));
    const [staying, leaving] = [await makeWorker(), await makeWorker()];
    for (const made of [staying, leaving])
      await made.caller.post(path, { name: 'Week', section: 'messaging', query: { scope: 'company' }, is_weekly: true });
    await makeHiringManager(leaving);
    here.clock.set(new Date('2027-05-10T12:00:00Z'));
    await runTask('send_statistics_reports');
    expect(await here.systemEmailsTo(staying.user.email)).toHaveLength(1);
    expect(await here.systemEmailsTo(leaving.user.email)).toEqual([]);
  });
});

describe('alerts of statistics', () => {
  const path = '/api/internal/statistics_alerts/';

  it('[STB-009] raises a notice and an e-mail when a number passes its bound, once until it returns', async () => {
    here.clock.set(new Date('2028-05-10T08:00:00Z'));
    const made = await makeAdmin();
    await addSent(made, '2028-05-09T12:00:00Z', 2);
    const alert = { metric: 'sent', scope: 'company', days: 1, direction: 'above', bound: 1, by_email: true };
    const { body } = await made.caller.post(path, alert);
    expect(body).toMatchObject({ section: 'messaging', title: 'Sent', last_value: null });
    const lines = async () => (await made.caller.get('/api/v6/notices/')).body.notices.map((notice: { detail: string }) => notice.detail);
    await runTask('check_statistics_alerts');
    expect(await readsFigures('check_statistics_alerts')).toBe(false);
    expect(await lines()).toEqual(['Sent: 2 is above 1']);
    expect((await here.systemEmailsTo(made.user.email)).map(({ subject }) => subject)).toEqual(['Sent: 2 is above 1']);
    here.clock.set(new Date('2028-05-11T08:00:00Z'));
    await runTask('check_statistics_alerts');
    expect((await made.caller.get(path)).body.alerts).toMatchObject([{ last_value: 0, raised_at: null }]);
    expect(await lines()).toHaveLength(1);
  });

  it('[STB-009] [STC-036] raises nothing for a person who lost the right to statistics', async () => {
    here.clock.set(new Date('2028-06-10T08:00:00Z'));
    const [staying, leaving] = [await makeWorker(), await makeWorker()];
    for (const made of [staying, leaving]) {
      await addSent(made, '2028-06-09T12:00:00Z', 2);
      await made.caller.post(path, { metric: 'sent', scope: 'company', days: 1, direction: 'above', bound: 1, by_email: true });
    }
    await makeHiringManager(leaving);
    await runTask('check_statistics_alerts');
    expect(await here.systemEmailsTo(staying.user.email)).toHaveLength(1);
    expect(await here.systemEmailsTo(leaving.user.email)).toEqual([]);
    expect(await here.sql('select last_value from statistics_alerts where user_id = $1', [leaving.user.id])).toEqual([
      { last_value: null },
    ]);
  });

  it('[STB-009] names a wrong bound, and belongs to one person', async () => {
    const made = await makeAdmin();
    const alert = { metric: 'replied_share', scope: 'own', days: 7, direction: 'below', bound: 5 };
    expect(await made.caller.post(path, alert)).toMatchObject({ status: 400, body: { bound: [expect.any(String)] } });
    const { body } = await made.caller.post(path, { ...alert, bound: 0.05 });
    const colleague = await here.signIn(await here.addUser(made.company, 'admin'));
    expect((await colleague.patch(`${path}${body.id}/`, { bound: 0.1 })).status).toBe(404);
    expect((await made.caller.patch(`${path}${body.id}/`, { bound: 0.1 })).body.bound).toBe(0.1);
    await made.caller.delete(`${path}${body.id}/`);
    expect((await made.caller.get(path)).body.alerts).toEqual([]);
  });
});
