import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { attentionAfter } from '@headwater/domain/outreach/telegram';
import { suppressedKeys, suppressedPeople } from '#modules/messaging/suppressions/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { newestWritten } from './messages.ts';

/** `not_sent`: our last message failed. `no_answer`: the person waits for a reply. */
export type Attention = 'not_sent' | 'no_answer';

/**
 * Our last message failed and still needs a decision. A deleted message of a mailing needs none.
 */
const notSent = sql<SqlBool>`(telegram_dialogs.has_failed_message and not exists (
  select from (select is_mass, recipient_id from messages where dialog_id = telegram_dialogs.id and is_out
    order by ${newestWritten} limit 1) said
  where said.is_mass and said.recipient_id is null))`;

const dueAt = (moment: Date) => new Date(moment.getTime() - attentionAfter);

/**
 * The reply is overdue and possible: a removed or banned account cannot answer
 * (messaging/README.md, attention).
 */
const isDue = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(telegram_dialogs.answer_due_since <= ${dueAt(now)} and exists (
    select from telegram_accounts account where account.id = telegram_dialogs.account_id and account.state in ('connected', 'signed_out')))`;

const whoWaits = sql<number>`select profile_id from telegram_dialogs where answer_due_since is not null`;

/**
 * No reply is due to a suppressed person, by username, Telegram id (see suppressed-people.ts) or
 * any address.
 */
const owesAnswer = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isDue(now)}
    and not exists (select from (${suppressedKeys}) held where held.email = lower(telegram_dialogs.username) || '@t.me')
    and not exists (select from (${suppressedKeys}) held where held.email = telegram_dialogs.peer_id || '@t.me')
    and not exists (select from (${suppressedPeople(whoWaits)}) held where held.profile_id = telegram_dialogs.profile_id))`;

/** TG-014, for a row of `telegram_dialogs`. */
export const needsAttention = (now: Date): RawBuilder<SqlBool> => sql<SqlBool>`(${notSent} or ${owesAnswer(now)})`;

export async function attentionOf(tx: Tx, dialogIds: readonly number[], now: Date): Promise<Map<number, Attention>> {
  const { rows } = await sql<{ id: number; attention: Attention }>`
    select id, attention from telegram_dialogs,
      lateral (select case when ${notSent} then 'not_sent' when ${owesAnswer(now)} then 'no_answer' end as attention) why
    where id = any(${dialogIds}::bigint[]) and attention is not null`.execute(tx);
  return new Map(rows.map(({ id, attention }) => [id, attention]));
}

/** Dialogs with a reply that became overdue in the period, by company. */
export async function listNewlyDue(
  tx: Tx,
  { after, until }: { after: Date; until: Date },
): Promise<{ companyId: number; ids: number[] }[]> {
  const { rows } = await sql<{ companyId: number; ids: number[] }>`
    select company_id as "companyId", array_agg(id) as ids from telegram_dialogs
    where answer_due_since > ${dueAt(after)} and answer_due_since <= ${dueAt(until)} group by company_id`.execute(tx);
  return rows;
}
