import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { good } from '../../../../test/mailing-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import type { Tx } from '#platform/database/database.ts';
import { findActor } from '../../accounts/public.ts';
import { listThreads } from './store/threads.ts';
import { listPeopleByActivity } from './store/people-by-activity.ts';

const here = useInstallation();
const people = 1500;
const each = 4;
/** People per counting step. */
const step = 200;

let writer: number;
let newcomer: number;
let rita: Caller;
let colleague: Caller;
beforeAll(async () => {
  const company = await here.addCompany();
  const users = [await here.addUser(company, 'worker'), await here.addUser(company, 'worker')] as const;
  [writer, newcomer] = [users[0].id, users[1].id];
  [rita, colleague] = [await here.signIn(users[0]), await here.signIn(users[1])];
  const [model] = await addProfiles(here, 1);
  // Every tenth person is in a private mailing of Rita. Messages are written in hundreds with the
  // same time.
  await here.sql(
    `with sendings as (
       insert into mailings (company_id, created_by, type, name, access_type, status)
       select $1, $2, 'sequence', access, access, 'sending' from unnest(array['public', 'private']) as access returning id, access_type
     ), persons as (
       insert into profiles (data) select data from profiles cross join generate_series(1, $3) where id = $5 returning id
     ), numbered as (select id, row_number() over (order by id) as n from persons
     ), recipients as (
       insert into mailing_recipients (company_id, mailing_id, profile_id, email, email_key, active)
       select $1, sendings.id, numbered.id, 'p' || n || '@people.test', 'p' || n || '@people.test', true
       from numbered join sendings on access_type = case when n % 10 = 0 then 'private' else 'public' end returning id, profile_id
     )
     insert into messages (company_id, recipient_id, step, created_by, state, message_id, subject, html, body_text, send_at, sent_at, created_at)
     select $1, id, step, $2, case when k % 997 = 0 then 'error' else 'sent' end, '<m' || k || '@rita.test>', 'Hello ' || step, '<p>Hello</p>', 'Hello',
       written, case when k % 997 <> 0 and k % 5 <> 0 then written + (k % 7) * interval '1 hour' end, written
     from (select id, step, row_number() over (order by step, id % 37, id) as k from recipients cross join generate_series(1, $4) as step) as one,
       lateral (select now() - interval '60 days' + (k / 100) * interval '1 hour') as at(written)`,
    [company, writer, people, each, model],
  );
  await here.sql(
    `insert into incoming_messages (company_id, message_id, kind, incoming_key, from_address, own_text, received_at, created_at)
     select company_id, id, case when id % 3 = 0 then 'auto_reply' else 'reply' end, '<r' || id || '@people.test>', 'a@people.test', 'Gladly', at, at
     from messages, lateral (select created_at + (id % 29) * interval '1 day') as came(at) where id % 11 = 0`,
  );
  await here.sql('analyze');
});

interface Page {
  threads: { message: { profile_id: number }; last_at: string; messages: number }[];
  total: number;
  is_exact: boolean;
}
const page = (caller: Caller, query: string) => good(caller.get(`/api/v6/messaging/threads/?${query}`)) as Promise<Page>;

/** Each person with the latest activity, by a full query. */
const allThreads = (sees: string) =>
  here.sql<{ profile_id: number; last_at: Date }>(
    `select profile_id, greatest(max(coalesce(sent_at, messages.created_at)), max(received_at)) as last_at
     from messages join mailing_recipients as recipient on recipient.id = recipient_id join mailings on mailings.id = mailing_id
     left join incoming_messages as came on came.message_id = messages.id where mailings.access_type = any($1) group by profile_id order by last_at desc`,
    [sees],
  );

it.each([
  ['whoever wrote them', () => rita, '{public,private}'],
  ['a colleague, without private mailings', () => colleague, '{public}'],
])('[SENT-001] pages through all conversations of %s, each person once', async (_who, caller, sees) => {
  const expected = await allThreads(sees);
  const seen: Page['threads'] = [];
  for (let offset = 0; ; offset += 100) {
    const { threads, total, is_exact: isExact } = await page(caller(), `limit=100&offset=${offset}`);
    expect({ total, isExact }).toEqual({
      total: Math.min(expected.length, Math.ceil((offset + 100) / step) * step),
      isExact: Math.ceil((offset + 100) / step) * step >= expected.length,
    });
    seen.push(...threads);
    if (threads.length === 0) break;
  }
  expect(seen.map((thread) => new Date(thread.last_at).getTime())).toEqual(expected.map((row) => row.last_at.getTime()));
  expect(new Set(seen.map(({ message }) => message.profile_id))).toEqual(new Set(expected.map((row) => row.profile_id)));
  expect(seen.every(({ messages }) => messages === each)).toBe(true);
});

it('[SENT-001] filters all conversations by attention and by words', async () => {
  const needing = await page(rita, 'needs_attention=true&limit=100');
  const found = await page(rita, 'search=p77@people.test');
  expect(found).toMatchObject({ total: 1, is_exact: true, threads: [{ messages: each }] });
  expect(needing.is_exact).toBe(true);
  expect(needing.total).toBeGreaterThan(100);
});

/** Rows of these tables that this connection has read. */
async function rowsRead(tx: Tx, tables: readonly string[]): Promise<number> {
  const { rows } = await sql<{ read: number }>`select (sum(seq_tup_read) + sum(idx_tup_fetch))::int as read from pg_stat_xact_user_tables
    where relname = any(${tables}::text[])`.execute(tx);
  return rows[0]?.read ?? 0;
}

/** The first page of the store, and the rows it has read. */
async function firstPage({ userId, createdBy }: { userId: number; createdBy?: number }, tables: readonly string[]) {
  const actor = await here.application.database.asSystem((tx) => findActor(tx, userId));
  if (!actor) throw new Error('no actor');
  const page = { reader: { userId, actor }, createdBy, needsAttention: false, limit: 30, offset: 0, now: here.clock.now() };
  return here.application.database.readInCompany(actor.company.id, async (tx) => {
    const before = await rowsRead(tx, tables);
    return { shown: await listThreads(tx, page), read: (await rowsRead(tx, tables)) - before };
  });
}

it('costs the size of a page, independent of the rest', async () => {
  const { shown, read } = await firstPage({ userId: writer }, ['messages', 'incoming_messages']);
  expect(shown.rows).toHaveLength(30);
  expect(read).toBeGreaterThan(30);
  expect(read).toBeLessThan((people * each) / 2);
});

it('reads no messages of others for a user who sees only their own', async () => {
  const { shown, read } = await firstPage({ userId: newcomer, createdBy: newcomer }, ['mailing_recipients']);
  expect(shown).toEqual({ rows: [], total: 0, isExact: true });
  expect(read).toBe(0);
});

/** Index scans of replies by this connection. */
const scans = async (tx: Tx) =>
  (
    await sql<{ scans: number }>`select idx_scan::int as scans from pg_stat_xact_user_tables where relname = 'incoming_messages'`.execute(
      tx,
    )
  ).rows[0]?.scans ?? 0;

it('skips an automatic responder with any number of replies', async () => {
  const [{ id, company }] = (await here.sql('select id, company_id as company from messages order by id limit 1')) as [
    { id: number; company: number },
  ];
  await here.sql(
    `insert into incoming_messages (company_id, message_id, kind, incoming_key, from_address, own_text, received_at)
     select $1, $2, 'auto_reply', '<machine' || n || '@people.test>', 'a@people.test', 'Away', now() + n * interval '1 second' from generate_series(1, 30000) as n`,
    [company, id],
  );
  const actor = await here.application.database.asSystem((tx) => findActor(tx, writer));
  if (!actor) throw new Error('no actor');
  const walked = await here.application.database.readInCompany(company, async (tx) => {
    const before = await scans(tx);
    const { people } = await listPeopleByActivity(
      tx,
      { reader: { userId: writer, actor }, createdBy: undefined, now: here.clock.now() },
      step,
    );
    return { people: people.length, looks: (await scans(tx)) - before };
  });
  expect(walked.people).toBe(step);
  expect(walked.looks).toBeLessThanOrEqual(4);
});
