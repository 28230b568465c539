import { sql } from 'kysely';
import type { RecipientEnd } from '@headwater/domain/outreach/next-step';
import type { Tx } from '#platform/database/database.ts';
import { type ReadState, unreadMailboxes, wasWrittenTo, type OfRecipient } from '#modules/messaging/messages/public/planning.ts';
import type { MailingTables } from '../tables.ts';
import { isSuppressed } from './suppressed.ts';

const tables = (tx: Tx) => tx.withTables<MailingTables>();

/** Scheduled mailings that are due, with a final launch. Across companies. */
export const pendingDue = (tx: Tx, now: Date) =>
  tables(tx)
    .selectFrom('mailings')
    .select(['id', 'company_id'])
    .where('status', '=', 'pending')
    .where('launch_at', '<=', now)
    .where('undo_until', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('launch_at')
    .limit(100)
    .execute();

/** Returns undefined if the mailing was stopped, postponed or started. */
export const startPending = (tx: Tx, id: number, now: Date) =>
  tables(tx)
    .updateTable('mailings')
    .set({ status: 'sending', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('launch_at', '<=', now)
    .where('undo_until', 'is', null)
    .where('deleted_at', 'is', null)
    .returning(['id', 'company_id', 'sender_id', 'after_launch_status_id'])
    .executeTakeFirst();

/**
 * Running mailings with due recipients, an active sender, a connected mailbox and a final launch.
 * Across companies.
 */
export const mailingsToPlan = (tx: Tx, until: Date): Promise<{ id: number; company_id: number }[]> =>
  tables(tx)
    .selectFrom('mailings')
    .innerJoin('mailboxes', 'mailboxes.user_id', 'mailings.sender_id')
    .select(['mailings.id', 'mailings.company_id'])
    .where('mailings.status', '=', 'sending')
    .where('mailings.undo_until', 'is', null)
    .where('mailings.deleted_at', 'is', null)
    .where('mailboxes.state', '=', 'connected')
    .where(sql<boolean>`exists (select from users where users.id = mailings.sender_id and users.is_active)`)
    .where((select) =>
      select.exists(
        select
          .selectFrom('mailing_recipients')
          .select('mailing_recipients.id')
          .whereRef('mailing_recipients.mailing_id', '=', 'mailings.id')
          .where('active', '=', true)
          .where('ended', 'is', null)
          .where('removed_at', 'is', null)
          .where('next_at', '<=', until),
      ),
    )
    .limit(500)
    .execute();

/** Next due time of running mailings; null without one. Across companies. */
export async function nextPlanned(tx: Tx): Promise<Date | null> {
  const row = await tables(tx)
    .selectFrom('mailing_recipients')
    .innerJoin('mailings', 'mailings.id', 'mailing_recipients.mailing_id')
    .select((select) => select.fn.min<Date | null>('next_at').as('at'))
    .where('mailings.status', '=', 'sending')
    .where('mailings.undo_until', 'is', null)
    .where('mailings.deleted_at', 'is', null)
    .where('active', '=', true)
    .where('ended', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.at;
}

/**
 * Shares a lock against stops and changes. Returns undefined if the mailing is not running or its
 * launch can be undone.
 */
export const shareLockRunning = (tx: Tx, mailingId: number) =>
  tables(tx)
    .selectFrom('mailings')
    .selectAll()
    .where('id', '=', mailingId)
    .where('status', '=', 'sending')
    .where('undo_until', 'is', null)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();

export async function findNextRecipient(tx: Tx, mailingId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select recipient.id from mailing_recipients as recipient left join lateral (
      select min(send_at) as send_at from messages where recipient_id = recipient.id and state in ('planned', 'claimed', 'handed_over')
    ) as waiting on true
    where mailing_id = ${mailingId} and active and ended is null and removed_at is null
      and coalesce(waiting.send_at, next_at) is not null and not ${isSuppressed('recipient')}
    order by coalesce(waiting.send_at, next_at), recipient.id limit 1`.execute(tx);
  return rows[0]?.id;
}

export async function countWaiting(tx: Tx, mailboxId: number, until: Date): Promise<number> {
  const row = await tables(tx)
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('mailbox_id', '=', mailboxId)
    .where('is_mass', '=', true)
    .where('state', 'in', ['planned', 'claimed', 'handed_over'])
    .where('send_at', '<=', until)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function unreadAddress(tx: Tx, recipientId: number, readState: ReadState): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    select writer.address from mailing_recipients cross join lateral (${unreadMailboxes(readState)}) as writer
    where mailing_recipients.id = ${recipientId} limit 1`.execute(tx);
  return rows[0]?.address;
}

export async function listWrittenTo(tx: Tx, recipientIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (recipientIds.length === 0) return new Set();
  const rows = await tables(tx).selectFrom('mailing_recipients').select('id').where('id', 'in', recipientIds).where(wasWrittenTo).execute();
  return new Set(rows.map(({ id }) => id));
}

interface UnreadState extends ReadState {
  withFollowUps: boolean;
  /** A stopped mailing ignores mailboxes of others, because a launch takes them over. */
  isRunning: boolean;
}

/** Recipients that wait, or would wait, for unread mailboxes, and the addresses of these. */
export async function heldFollowUps(tx: Tx, mailingId: number, { isRunning, ...readState }: UnreadState) {
  const { rows } = await sql<{ address: string; recipients: number[] }>`
    select writer.address, array_agg(distinct mailing_recipients.id) as recipients
    from mailing_recipients cross join lateral (
      select address from (${unreadMailboxes(readState)}) as others where ${isRunning}
      union all select own.address from mailboxes as own where own.id = ${readState.mailboxId} and not ${readState.withFollowUps}
        and ${wasWrittenTo}
    ) as writer
    where mailing_id = ${mailingId} and ended is null and removed_at is null and email <> ''
      and (not ${isRunning} or (active and next_at is not null))
    group by writer.address order by writer.address`.execute(tx);
  return { count: new Set(rows.flatMap((row) => row.recipients)).size, addresses: rows.map((row) => row.address) };
}

export type DueRecipient = Awaited<ReturnType<typeof takeDue>>[number];

/**
 * Locks due recipients and skips those of other workers. Recipients with a message wait while
 * replies may be unread: in the sender's mailbox (`withFollowUps` false) or in others.
 */
export const takeDue = (
  tx: Tx,
  mailingId: number,
  { until, limit, withFollowUps, ...readState }: ReadState & { until: Date; limit: number; withFollowUps: boolean },
) =>
  tables(tx)
    .selectFrom('mailing_recipients')
    .selectAll()
    .where('mailing_id', '=', mailingId)
    .where('active', '=', true)
    .where('ended', 'is', null)
    .where('removed_at', 'is', null)
    .where('next_at', '<=', until)
    .where(sql<boolean>`not exists (${unreadMailboxes(readState)})`)
    .$if(!withFollowUps, (query) => query.where(sql<boolean>`not ${wasWrittenTo}`))
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

export const messagesOf = (tx: Tx, recipientIds: readonly number[]) =>
  tables(tx)
    .selectFrom('messages')
    .select([
      'id',
      'recipient_id',
      'step',
      'state',
      'sent_at',
      'send_at',
      'opened_at',
      'replied_at',
      'error_reason',
      'channel',
      'telegram_account_id',
    ])
    .$narrowType<Omit<OfRecipient, 'message_id'>>()
    .where('recipient_id', '=', sql<number>`any(${recipientIds}::bigint[])`)
    .orderBy('id')
    .execute();

/** The planner's decision: the next due time (null: none) or an end. */
export interface Decision {
  id: number;
  nextAt: Date | null;
  ended: RecipientEnd | null;
}

export async function saveDecisions(tx: Tx, decisions: readonly Decision[]): Promise<void> {
  if (decisions.length === 0) return;
  await sql`
    update mailing_recipients as recipient set next_at = one.next_at, ended = one.ended, retry = recipient.retry and one.next_at is not null,
      must_check_sent = recipient.must_check_sent and one.next_at is not null
    from unnest(${decisions.map((one) => one.id)}::bigint[], ${decisions.map((one) => one.nextAt)}::timestamptz[],
      ${decisions.map((one) => one.ended)}::text[]) as one (id, next_at, ended)
    where recipient.id = one.id`.execute(tx);
}

const nothingLeft = sql<boolean>`not exists (select from mailing_recipients as recipient where recipient.mailing_id = mailings.id
  and recipient.active and recipient.ended is null and recipient.removed_at is null and (recipient.next_at is not null or exists (
    select from messages where messages.recipient_id = recipient.id and messages.state in ('planned', 'claimed', 'handed_over'))))`;

const runningLists = (tx: Tx) =>
  tables(tx).selectFrom('mailings').select('id').where('type', '=', 'mass').where('status', '=', 'sending').where(nothingLeft);

/**
 * MAIL-014: finishes mailing lists without remaining messages, across companies. The condition is
 * checked again after the lock, because a concurrent launch would be lost.
 */
export async function finishDone(tx: Tx, now: Date): Promise<{ id: number; company_id: number }[]> {
  const lists = await runningLists(tx).orderBy('id').forUpdate().skipLocked().execute();
  if (lists.length === 0) return [];
  return tables(tx)
    .updateTable('mailings')
    .set({ status: 'finished', updated_at: now })
    .where(
      'id',
      'in',
      lists.map(({ id }) => id),
    )
    .where(nothingLeft)
    .returning(['id', 'company_id'])
    .execute();
}

export async function launchedCandidates(tx: Tx, mailingId: number): Promise<number[]> {
  const rows = await tables(tx)
    .selectFrom('mailing_recipients')
    .select('candidate_id')
    .where('mailing_id', '=', mailingId)
    .where('active', '=', true)
    .where('ended', 'is', null)
    .where('removed_at', 'is', null)
    .where('candidate_id', 'is not', null)
    .where((select) =>
      select.not(
        select.exists(select.selectFrom('messages').select('messages.id').whereRef('messages.recipient_id', '=', 'mailing_recipients.id')),
      ),
    )
    .execute();
  return rows.flatMap((row) => row.candidate_id ?? []);
}
