import { sql } from 'kysely';
import type { ErrorReason, MessageState, Verdict } from '@headwater/domain/outreach/sending';
import type { Tx } from '#platform/database/database.ts';
import type { OutreachTables } from '../tables.ts';
import { lookAgain } from './mass.ts';

const tables = (tx: Tx) => tx.withTables<OutreachTables>();

export type ClaimedMessage = Awaited<ReturnType<typeof claimNext>>[number];

export interface MailboxWork {
  id: number;
  /** The newest of the messages that wait: another one means that there is something new to look at. */
  newest: number;
}

/** Connected mailboxes with a message that is due, or whose worker has gone silent. Over all companies. */
export const mailboxesWithWork = (tx: Tx, now: Date): Promise<MailboxWork[]> =>
  tables(tx)
    .selectFrom('messages')
    .innerJoin('mailboxes', 'mailboxes.id', 'messages.mailbox_id')
    .select((select) => ['mailboxes.id', select.fn.max<number>('messages.id').as('newest')])
    .where('mailboxes.state', '=', 'connected')
    .where((where) =>
      where.or([
        where.and([where('messages.state', '=', 'planned'), where('messages.send_at', '<=', now)]),
        where.and([where('messages.state', 'in', ['claimed', 'handed_over']), where('messages.lease_until', '<', now)]),
      ]),
    )
    .groupBy('mailboxes.id')
    .execute();

/** The time of the first message that waits in each connected mailbox. Over all companies. */
export const nextSendings = (tx: Tx) =>
  tables(tx)
    .selectFrom('messages')
    .innerJoin('mailboxes', 'mailboxes.id', 'messages.mailbox_id')
    .select(['mailboxes.id as mailbox_id', sql<Date>`min(messages.send_at)`.as('send_at')])
    .where('mailboxes.state', '=', 'connected')
    .where('messages.state', '=', 'planned')
    .groupBy('mailboxes.id')
    .execute();

/** One transaction at a time decides about a mailbox's limits; false where another worker is at it. */
export async function lockMailbox(tx: Tx, mailboxId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(7203413, ${mailboxId}::int) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}

export interface Claim {
  mailboxId: number;
  workerId: string;
  now: Date;
  leaseUntil: Date;
  /** False where the mailbox may not send at this moment: only messages that must be settled are taken. */
  mayStart: boolean;
  /** The same for messages of mailings, which wait for pauses and limits of their own. */
  mayStartMass: boolean;
  /** False where replies may lie unread in the mailbox: follow-ups wait. */
  mayFollowUp: boolean;
  /** How many may be taken at once. */
  limit: number;
}

/** Whether the person of a message was written to before by the same mailing. The number of its step does not tell: steps change places. */
const followsUp = sql<boolean>`exists (
  select from messages as earlier where earlier.recipient_id = messages.recipient_id and earlier.id < messages.id)`;

export async function isFollowUp(tx: Tx, messageId: number): Promise<boolean> {
  const row = await tables(tx).selectFrom('messages').select('id').where('id', '=', messageId).where(followsUp).executeTakeFirst();
  return row !== undefined;
}

/** Takes the next messages of a mailbox for this worker. `handed_over` ones, whose worker went silent, keep their state: they must be asked after, not sent. */
export async function claimNext(tx: Tx, claim: Claim) {
  const next = tables(tx)
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', claim.mailboxId)
    .$if(!claim.mayFollowUp, (query) => query.where(sql<boolean>`(state = 'handed_over' or not ${followsUp})`))
    .where((where) =>
      where.or([
        where.and([
          sql<boolean>`case when is_mass then ${claim.mayStartMass}::boolean else ${claim.mayStart}::boolean end`,
          where('state', '=', 'planned'),
          where('send_at', '<=', claim.now),
        ]),
        where.and([where('state', 'in', ['claimed', 'handed_over']), where('lease_until', '<', claim.now)]),
      ]),
    )
    // Whoever pressed Send is not kept waiting by a mailing.
    .orderBy('is_mass')
    .orderBy('send_at')
    .orderBy('id')
    .limit(claim.limit)
    .forUpdate()
    .skipLocked();
  const rows = await tables(tx)
    .updateTable('messages')
    .from('mailing_recipients')
    .whereRef('mailing_recipients.id', '=', 'messages.recipient_id')
    .set({
      state: sql`case when messages.state = 'handed_over' then 'handed_over' else 'claimed' end`,
      lease_until: claim.leaseUntil,
      claimed_by: claim.workerId,
    })
    .where('messages.id', 'in', next)
    .returningAll('messages')
    .returning(['mailing_recipients.email', 'mailing_recipients.profile_id', 'mailing_recipients.candidate_id'])
    .execute();
  return rows.toSorted((one, other) => Number(one.is_mass) - Number(other.is_mass) || one.id - other.id);
}

/** Says, before the network is touched, that from now on these messages may have left. Returns those whose claim was not lost meanwhile. */
export async function markHandedOver(
  tx: Tx,
  { ids, workerId }: { ids: readonly number[]; workerId: string },
  moment: { now: Date; leaseUntil: Date },
): Promise<Set<number>> {
  const rows = await tables(tx)
    .updateTable('messages')
    .set((update) => ({
      state: 'handed_over',
      attempts: update('attempts', '+', 1),
      asked: 0,
      // Counts against the mailbox's limits from here on; taken back where the server refuses.
      sent_at: moment.now,
      lease_until: moment.leaseUntil,
    }))
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('state', '=', 'claimed')
    .where('claimed_by', '=', workerId)
    .returning('id')
    .execute();
  return new Set(rows.map((row) => row.id));
}

export interface Settlement {
  verdict: Verdict;
  now: Date;
  detail?: string | undefined;
  /** It is sent once more after a doubt. */
  resent?: boolean | undefined;
  /** Nothing was tried: it does not count as an attempt. */
  untried?: boolean | undefined;
  /** The refusal said nothing of the message itself. */
  deferred?: boolean | undefined;
  /** The address takes no mail for now. */
  softBounced?: boolean | undefined;
}

/** Writes the end of an attempt. False where another worker has settled the message meanwhile. */
export async function settle(tx: Tx, message: { id: number; workerId: string }, settlement: Settlement): Promise<boolean> {
  const { verdict, now, detail, resent, untried, deferred, softBounced } = settlement;
  const left = verdict.state === 'sent' || verdict.state === 'unknown';
  const row = await tables(tx)
    .updateTable('messages')
    .set({
      state: verdict.state,
      ...(verdict.state === 'planned' ? { send_at: verdict.sendAt } : {}),
      ...(left ? {} : { sent_at: null }),
      // A doubt is not a refusal: all tries are left to the further copy.
      ...(resent ? { resent, attempts: 0, first_sent_at: sql<Date | null>`coalesce(first_sent_at, sent_at)` } : {}),
      ...(untried ? { attempts: sql<number>`greatest(attempts - 1, 0)` } : {}),
      ...(deferred ? { deferrals: sql<number>`deferrals + 1` } : {}),
      ...(softBounced ? { soft_bounces: sql<number>`soft_bounces + 1`, attempts: 0 } : {}),
      // What bounced for now has done so until it is accepted, however often it is put off meanwhile.
      error_reason: verdict.reason ?? sql<ErrorReason | null>`case when soft_bounces > 0 and ${!left} then 'soft_bounce' end`,
      error_detail: verdict.state === 'sent' ? null : (detail ?? null),
      lease_until: null,
      claimed_by: null,
      status_changed_at: now,
    })
    .where('id', '=', message.id)
    .where('claimed_by', '=', message.workerId)
    .where('state', 'in', ['claimed', 'handed_over'])
    .returning(['recipient_id', 'is_mass'])
    .executeTakeFirst();
  if (row?.is_mass && (verdict.state === 'sent' || verdict.state === 'error')) await lookAgain(tx, [row.recipient_id], now);
  return row !== undefined;
}

/**
 * The same for many that were accepted, also where their mailbox was replaced meanwhile, and where a person already wants another copy that has not
 * been taken up yet. Returns those that no other worker has settled.
 */
export async function settleSent(tx: Tx, { ids, workerId }: { ids: readonly number[]; workerId: string }, now: Date): Promise<Set<number>> {
  const rows = await tables(tx)
    .updateTable('messages')
    .set({
      state: 'sent',
      sent_at: sql<Date>`coalesce(sent_at, ${now})`,
      error_reason: null,
      error_detail: null,
      lease_until: null,
      claimed_by: null,
      status_changed_at: now,
    })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('claimed_by', '=', workerId)
    .where('state', 'in', ['planned', 'claimed', 'handed_over', 'unknown'])
    .returning(['id', 'recipient_id', 'is_mass'])
    .execute();
  await lookAgain(
    tx,
    rows.filter((row) => row.is_mass).map((row) => row.recipient_id),
    now,
  );
  return new Set(rows.map((row) => row.id));
}

/** The mailbox cannot tell yet what became of a handed-over message, or could not be asked: ask again later. */
export const postpone = (tx: Tx, message: { id: number; workerId: string }, leaseUntil: Date) =>
  tables(tx)
    .updateTable('messages')
    .set((update) => ({ lease_until: leaseUntil, asked: update('asked', '+', 1) }))
    .where('id', '=', message.id)
    .where('state', '=', 'handed_over')
    .where('claimed_by', '=', message.workerId)
    .execute();

/** A message that would be tried again at once waits a while instead. */
export const putOff = (tx: Tx, messageId: number, sendAt: Date) =>
  tables(tx).updateTable('messages').set({ send_at: sendAt }).where('id', '=', messageId).where('state', '=', 'planned').execute();

/** In the order of ids, so that a worker that settles several of them is never waited for crosswise. */
const inHand = (tx: Tx, mailboxId: number, states: readonly MessageState[]) =>
  tables(tx).selectFrom('messages').select('id').where('mailbox_id', '=', mailboxId).where('state', 'in', states).orderBy('id').forUpdate();

/** Holds what a worker has in hand, before its mailbox is held: a worker writes about the message first and about the mailbox after. */
export const holdInHand = (tx: Tx, mailboxId: number) => inHand(tx, mailboxId, ['claimed', 'handed_over']).execute();

/** Messages of a mailbox that is taken away and that have not been handed over end with a reason. Returns their ids. */
export async function endWaiting(tx: Tx, mailboxId: number, now: Date): Promise<number[]> {
  const rows = await tables(tx)
    .updateTable('messages')
    .set({ state: 'error', error_reason: 'integration_disabled', status_changed_at: now, lease_until: null, claimed_by: null })
    .where('id', 'in', inHand(tx, mailboxId, ['planned', 'claimed']))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Messages that wait in a mailbox go on from another of the same person. Follow-ups are taken back and left to the planner, which knows whether an
 * answer to what went before would be heard. Returns the ids of both.
 */
export async function moveWaiting(tx: Tx, { from, to, now }: { from: number; to: number; now: Date }): Promise<number[]> {
  const dropped = await tables(tx)
    .deleteFrom('messages')
    .where('id', 'in', inHand(tx, from, ['planned']).where('is_mass', '=', true).where('bounced_at', 'is', null).where(followsUp))
    .returning(['id', 'recipient_id'])
    .execute();
  await lookAgain(
    tx,
    dropped.map((row) => row.recipient_id),
    now,
  );
  const moved = await tables(tx)
    .updateTable('messages')
    .set({ mailbox_id: to })
    .where('id', 'in', inHand(tx, from, ['planned']))
    .returning('id')
    .execute();
  return [...dropped, ...moved].map((row) => row.id);
}

/** Messages that a worker has taken and not handed over wait again: it finds its claim lost before it touches the network. */
export const takeBack = (tx: Tx, mailboxId: number) =>
  tables(tx)
    .updateTable('messages')
    .set({ state: 'planned', lease_until: null, claimed_by: null })
    .where('id', 'in', inHand(tx, mailboxId, ['claimed']))
    .execute();

/**
 * Messages that were handed over to an account which is asked no more: a person decides. The worker keeps its name and its lease on them: it may
 * still be sending, and hear that they were accepted. Returns their ids.
 */
export async function leaveUndecided(tx: Tx, mailboxId: number, now: Date): Promise<number[]> {
  const rows = await tables(tx)
    .updateTable('messages')
    .set({ state: 'unknown', error_reason: 'unknown_outcome', error_detail: null, status_changed_at: now })
    .where('id', 'in', inHand(tx, mailboxId, ['handed_over']))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Due messages that were made before `before` are treated like those of a worker that fell silent after handing over: the Sent folder is
 * asked, and nothing is sent twice. So are the messages that will be made for recipients whose time had come.
 */
export async function askAfterDue(tx: Tx, { before, now }: { before: Date; now: Date }): Promise<void> {
  await tables(tx)
    .updateTable('messages')
    .set({
      state: 'handed_over',
      asked: 0,
      sent_at: sql`coalesce(sent_at, send_at)`,
      lease_until: new Date(now.getTime() - 1),
      claimed_by: null,
    })
    .where('state', 'in', ['planned', 'claimed'])
    .where('send_at', '<=', now)
    .where('created_at', '<', before)
    .execute();
  await tables(tx)
    .updateTable('mailing_recipients')
    .set({ ask_first: true })
    .where('next_at', '<=', now)
    .where('ended', 'is', null)
    .where('added_at', '<', before)
    .execute();
}
