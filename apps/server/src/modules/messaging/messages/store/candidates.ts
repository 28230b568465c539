import { sql } from 'kysely';
import { type MessageStatus, statusOf } from '@headwater/domain/outreach/sending';
import type { Tx } from '#platform/database/database.ts';
import type { MessageTables } from '../tables.ts';
import { openMessage } from './messages.ts';
import { suppressionOf } from './suppressed.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

/** `none` among the statuses: nobody has written to the candidate yet. */
export interface MessagingFilter {
  statuses?: readonly (MessageStatus | 'none')[] | undefined;
  mailingId?: number | undefined;
  /** Who asks: messages of other people's private mailings count for nobody else. */
  userId: number;
  now: Date;
}

/** Which of the candidates were written to as the filter says; the newest message counts. */
export async function candidatesByMessaging(tx: Tx, candidateIds: readonly number[], filter: MessagingFilter): Promise<number[]> {
  const { statuses, mailingId, userId, now } = filter;
  let query = tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients', 'mailing_recipients.id', 'messages.recipient_id')
    .innerJoin('mailings', 'mailings.id', 'mailing_recipients.mailing_id')
    .where(openMessage(userId))
    .select(['mailing_recipients.candidate_id', 'messages.state', 'messages.send_at', 'messages.opened_at', 'messages.replied_at'])
    .select(['messages.error_reason', suppressionOf('mailing_recipients').as('suppression')])
    .distinctOn('mailing_recipients.candidate_id')
    .where('mailing_recipients.candidate_id', '=', sql<number>`any(${candidateIds}::bigint[])`);
  if (mailingId !== undefined) query = query.where('mailing_recipients.mailing_id', '=', mailingId);
  const newest = await query.orderBy('mailing_recipients.candidate_id').orderBy('messages.id', 'desc').execute();
  if (!statuses?.length) return newest.flatMap((row) => row.candidate_id ?? []);
  const wanted = new Set<string>(statuses);
  const fitting = newest.filter((row) => wanted.has(statusOf(row, now))).flatMap((row) => row.candidate_id ?? []);
  if (!wanted.has('none') || mailingId !== undefined) return fitting;
  const written = new Set(newest.map((row) => row.candidate_id));
  return [...fitting, ...candidateIds.filter((id) => !written.has(id))];
}

/** Which of the candidates the sequence writes to; undefined where there is no such sequence for this person. */
export async function candidatesOfSequence(
  tx: Tx,
  { userId }: { userId: number },
  { sequenceId, candidateIds }: { sequenceId: number; candidateIds: readonly number[] },
): Promise<number[] | undefined> {
  const sequence = await tables(tx)
    .selectFrom('mailings')
    .select('id')
    .where('id', '=', sequenceId)
    .where('type', '=', 'sequence')
    .where('deleted_at', 'is', null)
    .where((select) => select.or([select('access_type', '=', 'public'), select('created_by', '=', userId)]))
    .executeTakeFirst();
  if (!sequence) return undefined;
  const rows = await tables(tx)
    .selectFrom('mailing_recipients')
    .select('candidate_id')
    .where('mailing_id', '=', sequenceId)
    .where('candidate_id', '=', sql<number>`any(${candidateIds}::bigint[])`)
    .where('removed_at', 'is', null)
    .execute();
  return rows.flatMap((row) => row.candidate_id ?? []);
}

export interface CandidateMessaging {
  candidate_id: number;
  /** The vacancy that the mailing was about. */
  folder_id: number | null;
  sent: boolean;
  opened: boolean;
  replied: boolean;
  error: boolean;
}

/** SEND-004 to SEND-006: whether messages reached each candidate, were opened and answered by a person, or failed; by vacancy. */
export async function messagingOfCandidates(tx: Tx, candidateIds: readonly number[], userId: number): Promise<CandidateMessaging[]> {
  const { rows } = await sql<CandidateMessaging>`
    select recipient.candidate_id, mailings.folder_id, bool_or(state = 'sent' or bounced_at is not null) as sent,
      bool_or(state = 'sent' and (opened_at is not null or replied_at is not null)) as opened,
      bool_or(state = 'sent' and replied_at is not null) as replied, bool_or(state in ('error', 'unknown')) as error
    from messages join mailing_recipients as recipient on recipient.id = messages.recipient_id
    join mailings on mailings.id = recipient.mailing_id
    where recipient.candidate_id = any(${candidateIds}::bigint[]) and ${openMessage(userId)}
    group by recipient.candidate_id, mailings.folder_id`.execute(tx);
  return rows;
}
