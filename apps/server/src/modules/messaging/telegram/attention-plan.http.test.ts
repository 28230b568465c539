import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import type { Tx } from '#platform/database/database.ts';
import { attentionOf, needsAttention } from './store/attention.ts';
import { countUnread, lastReadOf } from './store/messages.ts';

const here = useInstallation();
const dialogs = 4000;
let company: number;
let longest: number;

/** A company with many due replies: one dialog in twenty is suppressed, and one dialog is long. */
beforeAll(async () => {
  company = await here.addCompany();
  await here.sql(
    `with made as (insert into profiles (external_key, data, created_at, updated_at)
       select 'plan-' || n, '{"first_name": "Vera"}', now(), now() from generate_series(1, $1::int) n returning id)
     insert into profile_contacts (profile_id, type, value, normalized) select id, 'email', id || '@plan.test', id || '@plan.test' from made`,
    [dialogs],
  );
  const [account] = await here.sql<{ id: number }>(
    `insert into telegram_accounts (company_id, phone_number, telegram_user_id, session, created_at, warm_up_started_at)
     values ($1::bigint, '+7999' || lpad($1::bigint::text, 7, '0'), 1, '', now(), now()) returning id`,
    [company],
  );
  await here.sql(
    `insert into telegram_dialogs (company_id, account_id, profile_id, username, peer_id, created_at, last_at, answer_due_since)
     select $1, $2, profile_id, 'plan_' || profile_id, profile_id, now(), now(), now() - interval '2 days' from profile_contacts where value like '%@plan.test'`,
    [company, account?.id],
  );
  await here.sql(
    `insert into suppressions (company_id, address_hash, address, reason, source, added_at)
     select $1, sha256(value::bytea), value, 'unsubscribed', 'inbound', now() from profile_contacts where value like '%@plan.test' and profile_id % 20 = 0`,
    [company],
  );
  longest = (await here.sql<{ id: number }>('select min(id)::int as id from telegram_dialogs'))[0]?.id ?? 0;
  await here.sql(
    `insert into messages (company_id, dialog_id, telegram_account_id, is_out, state, body_text, said_at, telegram_id, channel, position, send_at)
     select $1, $2, $3, false, 'received', 'Hello', now(), n, 'telegram', n, now() from generate_series(1, 20000) n`,
    [company, longest, account?.id],
  );
  await here.sql('update telegram_dialogs set read_up_to = 19990 where id = $1', [longest]);
  for (const table of ['profile_contacts', 'telegram_dialogs', 'suppressions', 'messages']) await here.sql(`analyze ${table}`);
}, 60_000);

const inCompany = <Result>(work: (tx: Tx) => Promise<Result>) => here.application.database.readInCompany(company, work);
const explained = (statement: RawBuilder<unknown>) =>
  inCompany(async (tx) =>
    (await sql<{ 'QUERY PLAN': string }>`explain (analyze, timing off, costs off) ${statement}`.execute(tx)).rows.map(
      (row) => row['QUERY PLAN'],
    ),
  );

it('[TG-014] [TG-004] finds suppressed people with one query for all due dialogs', async () => {
  const plan = await explained(sql`select count(*) from telegram_dialogs where ${needsAttention(here.clock.now())}`);
  // Usernames and ids are compared with one hashed list, and no table is scanned repeatedly for
  // people.
  expect(plan.join('\n').match(/t\.me'::text\) = \(hashed SubPlan/g)).toHaveLength(2);
  const again = plan.filter((line) => line.includes('Seq Scan') && Number(/loops=(\d+)/.exec(line)?.[1]) > 1);
  expect(again).toEqual([]);
});

it('[TG-014] returns the same reason for one dialog as for the whole list', async () => {
  const now = here.clock.now();
  const ids = (await here.sql<{ id: number }>('select id from telegram_dialogs order by id limit 100')).map(({ id }) => id);
  const [each, all] = await inCompany(async (tx) => [
    await attentionOf(tx, ids, now),
    (await sql<{ id: number }>`select id from telegram_dialogs where ${needsAttention(now)} order by id`.execute(tx)).rows,
  ]);
  expect(all).toHaveLength(dialogs * 0.95);
  expect([...each.keys()].toSorted((one, other) => one - other)).toEqual(all.map(({ id }) => id).filter((id) => ids.includes(id)));
});

it('[TG-029] finds the last read message of a long dialog without a scan', async () => {
  const [unread, read] = await inCompany(async (tx) => [await countUnread(tx, longest, 19_990), await lastReadOf(tx, [longest])]);
  expect([unread, read.size]).toEqual([10, 1]);
  const received = sql`from messages where dialog_id = ${longest} and not is_out and telegram_id`;
  for (const statement of [sql`select count(*) ${received} > 19990`, sql`select id ${received} <= 19990 order by telegram_id desc limit 1`])
    expect((await explained(statement)).join('\n')).toContain('using messages_received');
});
