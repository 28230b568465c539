import { sql } from 'kysely';
import type { MessageStatus } from '@headwater/domain/outreach/message-status';
import type { Tx } from '#platform/database/database.ts';
import type { MessageTables } from '../tables.ts';
import { mailingOpenTo, openMessage } from './visibility.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

/** Time of the last event of a message, for comparison with other channels. */
const saidAt = sql<Date>`coalesce(messages.replied_at, messages.sent_at, messages.created_at)`;

interface NewestMessage {
  candidate_id: number;
  status: MessageStatus;
  said_at: Date;
}

interface NewestFilter {
  mailingId?: number | undefined;
  userId: number;
  now: Date;
}

export async function newestOfCandidates(
  tx: Tx,
  candidateIds: readonly number[],
  { mailingId, userId, now }: NewestFilter,
): Promise<NewestMessage[]> {
  const ofMailing = mailingId === undefined ? sql`` : sql`and mailing_recipients.mailing_id = ${mailingId}`;
  const { rows } = await sql<NewestMessage>`
    select candidate_id, message_status_at(progress.status, progress.send_at, ${now}) as status, said_at
    from (
      select distinct on (mailing_recipients.candidate_id) mailing_recipients.candidate_id, messages.id, ${saidAt} as said_at
      from mailing_recipients join mailings on mailings.id = mailing_recipients.mailing_id
      join messages on messages.recipient_id = mailing_recipients.id
      where mailing_recipients.candidate_id = any(${candidateIds}::bigint[]) and ${openMessage(userId)} ${ofMailing}
      order by mailing_recipients.candidate_id, messages.id desc
    ) as newest join message_progress as progress on progress.id = newest.id`.execute(tx);
  return rows;
}

/**
 * Candidates of a sequence, restricted to `candidateIds` if set. Undefined if the user sees no such
 * sequence.
 */
export async function candidatesOfSequence(
  tx: Tx,
  { userId }: { userId: number },
  { sequenceId, candidateIds }: { sequenceId: number; candidateIds?: readonly number[] | undefined },
): Promise<number[] | undefined> {
  const sequence = await tables(tx)
    .selectFrom('mailings')
    .select('id')
    .where('id', '=', sequenceId)
    .where('type', '=', 'sequence')
    .where('deleted_at', 'is', null)
    .where(mailingOpenTo('mailings', { userId }))
    .executeTakeFirst();
  if (!sequence) return undefined;
  let query = tables(tx)
    .selectFrom('mailing_recipients')
    .select('candidate_id')
    .where('mailing_id', '=', sequenceId)
    .where('removed_at', 'is', null)
    .orderBy('id', 'desc');
  if (candidateIds) query = query.where('candidate_id', '=', sql<number>`any(${candidateIds}::bigint[])`);
  const rows = await query.execute();
  return rows.flatMap((row) => row.candidate_id ?? []);
}

export interface CandidateMessaging {
  candidate_id: number;
  folder_id: number | null;
  sent: boolean;
  opened: boolean;
  replied: boolean;
  error: boolean;
}

export async function messagingOfCandidates(tx: Tx, candidateIds: readonly number[], userId: number): Promise<CandidateMessaging[]> {
  const { rows } = await sql<CandidateMessaging>`
    select recipient.candidate_id, mailings.folder_id, bool_or(messages.has_left) as sent, bool_or(messages.is_opened) as opened,
      bool_or(messages.is_replied) as replied, bool_or(messages.is_failed) as error
    from message_progress as messages join mailing_recipients as recipient on recipient.id = messages.recipient_id
    join mailings on mailings.id = recipient.mailing_id
    where recipient.candidate_id = any(${candidateIds}::bigint[]) and ${openMessage(userId)}
    group by recipient.candidate_id, mailings.folder_id`.execute(tx);
  return rows;
}

export interface LatestMessage {
  candidate_id: number;
  mailing_id: number;
  folder_id: number | null;
  type: 'single' | 'mass' | 'sequence';
  status: MessageStatus;
  /** Time of the reply, else opening, else sending. */
  at: Date | null;
  said_at: Date;
  count: number;
}

export async function latestOfCandidates(
  tx: Tx,
  candidateIds: readonly number[],
  { userId, now }: { userId: number; now: Date },
): Promise<LatestMessage[]> {
  const { rows } = await sql<LatestMessage>`
    select candidate_id, mailing_id, folder_id, type, count, said_at, message_status_at(progress.status, progress.send_at, ${now}) as status,
      progress.reached_at as at
    from (
      select distinct on (recipient.candidate_id) recipient.candidate_id, recipient.mailing_id, mailings.folder_id, mailings.type, messages.id,
        ${saidAt} as said_at,
        count(*) over (partition by recipient.candidate_id) as count
      from mailing_recipients as recipient join mailings on mailings.id = recipient.mailing_id
      join messages on messages.recipient_id = recipient.id
      where recipient.candidate_id = any(${candidateIds}::bigint[]) and ${openMessage(userId)}
      order by recipient.candidate_id, messages.id desc
    ) as newest join message_progress as progress on progress.id = newest.id`.execute(tx);
  return rows;
}
