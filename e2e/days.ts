import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { dataDir } from './product-url.ts';

const kept = (name: string) => readFileSync(join(dataDir, 'postgres', name), 'utf8').trim();

/** Runs SQL as the database owner: tests cannot wait for days. */
async function run(text: string, values: readonly unknown[]): Promise<void> {
  const client = new Client({ connectionString: `postgres://headwater:${kept('password')}@127.0.0.1:${kept('port')}/headwater` });
  await client.connect();
  try {
    await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}

/** Removes the sending limits of a mailbox and its company. */
export async function takeLimitsOff(address: string): Promise<void> {
  await run('update mailboxes set gap_seconds = 0, daily_limit = null, ramps = false where address = $1', [address]);
  const none = 'per_day = null, per_domain_per_hour = null';
  await run(
    `insert into sending_limits (company_id, per_day, per_domain_per_hour)
     select company_id, null, null from mailboxes where address = $1 on conflict (company_id) do update set ${none}`,
    [address],
  );
}

/** Clears the address of a suppression, as for a profile with closed contacts. */
export const hideAddress = (address: string): Promise<void> => run('update suppressions set address = null where address = $1', [address]);

/** Moves all times of a mailing into the past. */
export async function passDays(mailing: number, days: number): Promise<void> {
  const ofIt = 'recipient_id in (select id from mailing_recipients where mailing_id = $1)';
  const back = "interval '1 day' * $2";
  await run(`update messages set sent_at = sent_at - ${back}, send_at = send_at - ${back} where ${ofIt}`, [mailing, days]);
  await run(`update mailing_recipients set launched_at = launched_at - ${back}, next_at = next_at - ${back} where mailing_id = $1`, [
    mailing,
    days,
  ]);
}

interface Trouble {
  /** Mail server error that pauses mailings for an hour; null clears it. */
  reason: string | null;
  /** Sent messages that are missing in the Sent folder. */
  missingCopies: number;
}

/** Resets the mailbox and sets these problems. */
export async function troubleMailbox(address: string, { reason, missingCopies }: Trouble): Promise<void> {
  const until = `case when $2::text is null then null else now() + interval '1 hour' end`;
  await run(
    `update mailboxes set paused_reason = $2, paused_until = ${until}, daily_limit = 50, ramps = true, connected_at = now() where address = $1`,
    [address, reason],
  );
  await run('delete from sent_copies where mailbox_id in (select id from mailboxes where address = $1)', [address]);
  await run(
    `insert into sent_copies (company_id, mailbox_id, message_id, attempts, detail)
     select messages.company_id, mailboxes.id, messages.id, 9, 'NO [OVERQUOTA] Mailbox is full'
     from messages join mailboxes on mailboxes.id = messages.mailbox_id where mailboxes.address = $1 order by messages.id desc limit $2`,
    [address, missingCopies],
  );
}

/** Records a reply from another address and notifies open pages. */
export async function replyFrom(email: string, { message, text }: { message: number; text: string }): Promise<void> {
  await run(
    `insert into incoming_messages (company_id, message_id, mailbox_id, user_id, kind, incoming_key, from_address, subject, own_text, received_at)
     select company_id, id, mailbox_id, created_by, 'reply', '<' || gen_random_uuid() || '@people.test>', $2, 'Re', $3, now() from messages where id = $1`,
    [message, email, text],
  );
  await run(
    `select pg_notify('headwater_events', json_build_object('companyId', company_id, 'topic', 'messages', 'ids', json_build_array(id))::text)
     from messages where id = $1`,
    [message],
  );
}
