import { sql } from 'kysely';
import { array, assert, asyncProperty, boolean, constantFrom, option, record } from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { statusOf } from '@headwater/domain/outreach/message-status';
import { useSharedInstallation } from '../../../../test/installation.ts';
import { addReaders } from '../../../../test/mailing-fixtures.ts';

const here = useSharedInstallation();
const count = 40;
let company: number;
let recipients: number[];

beforeAll(async () => {
  company = await here.addCompany();
  await here.addUser(company, 'worker');
  const readers = await addReaders(here, company, count);
  const rows = await here.sql<{ id: string }>(
    `with mailing as (insert into mailings (company_id, type) values ($1, 'mass') returning id)
     insert into mailing_recipients (company_id, mailing_id, profile_id, email, email_key)
     select $1, mailing.id, profile, address, lower(address) from mailing, unnest($2::bigint[], $3::text[]) as reader (profile, address) returning id`,
    [company, readers.map(({ profile }) => profile), readers.map(({ email }) => email.toUpperCase())],
  );
  recipients = rows.map((row) => Number(row.id));
  await here.sql(
    `insert into messages (company_id, recipient_id, message_id, subject, html, body_text, send_at)
     select $1, id, '<progress' || id || '@company.test>', '', '', '', now() from unnest($2::bigint[]) as id`,
    [company, recipients],
  );
});

const now = new Date('2026-11-22T12:00:00Z');
const moment = constantFrom(...[-3_600_000, -1, 0, 1, 3_600_000].map((offset) => new Date(now.getTime() + offset)));
const row = record({
  state: constantFrom('planned', 'claimed', 'handed_over', 'sent', 'error', 'unknown'),
  send_at: moment,
  opened_at: option(moment),
  replied_at: option(moment),
  bounced_at: option(moment),
  error_reason: constantFrom(null, 'soft_bounce', 'bounce', 'unexpected'),
  suppressed: boolean(),
  released: boolean(),
});

it('[SEND-001] [SEND-004] the database and the domain show the same state for every row', async () => {
  await assert(
    asyncProperty(array(row, { minLength: count, maxLength: count }), async (rows) => {
      await here.sql('delete from suppressions where company_id = $1', [company]);
      await here.sql(
        `insert into suppressions (company_id, address_hash, address, reason, source, added_at, released_at)
         select $1, sha256(email::bytea), email, 'manual', 'hand', now(), case when released then now() end
         from unnest($2::bigint[], $3::boolean[], $4::boolean[]) as given (id, suppressed, released)
         join mailing_recipients using (id) where suppressed`,
        [company, recipients, rows.map(({ suppressed }) => suppressed), rows.map(({ released }) => released)],
      );
      await here.sql(
        `update messages set state = given.state, send_at = given.send_at, opened_at = given.opened_at, replied_at = given.replied_at,
           bounced_at = given.bounced_at, error_reason = given.error_reason
         from jsonb_to_recordset($1::jsonb) as given (recipient_id bigint, state text, send_at timestamptz, opened_at timestamptz,
           replied_at timestamptz, bounced_at timestamptz, error_reason text) where messages.recipient_id = given.recipient_id`,
        [JSON.stringify(rows.map((each, index) => ({ ...each, recipient_id: recipients[index] })))],
      );
      const shown = await here.sql<{ status: string; is_opened: boolean; is_replied: boolean }>(
        `select message_status_at(status, send_at, $2) as status, is_opened, is_replied from message_progress
         where company_id = $1 order by array_position($3::bigint[], recipient_id)`,
        [company, now, recipients],
      );
      const expected = rows.map(({ suppressed, released, ...each }) =>
        statusOf({ ...each, suppression: suppressed && !released ? 'manual' : null } as Parameters<typeof statusOf>[0], now),
      );
      expect(shown.map(({ status }) => status)).toEqual(expected);
      // A person who replied has opened it.
      expect(shown.filter((each) => each.is_replied && !each.is_opened)).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

it('[SEND-001] shows only messages of the own company', async () => {
  const other = await here.addCompany();
  const { database } = here.application;
  const seen = async (companyId: number) =>
    (await database.readInCompany(companyId, (tx) => sql`select id from message_progress`.execute(tx))).rows.length;
  expect(await seen(company)).toBe(count);
  expect(await seen(other)).toBe(0);
});
