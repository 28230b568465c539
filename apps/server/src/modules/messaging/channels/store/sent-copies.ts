import { sql } from 'kysely';
import { storableText } from '@headwater/domain/storable-text';
import type { Tx } from '#platform/database/database.ts';
import type { ChannelTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<ChannelTables>();

/** Limits per mailbox, so that a broken Sent folder does not fill the database. */
const most = { copies: 500, bytes: 200_000_000 };

export interface NewCopy {
  companyId: number;
  mailboxId: number;
  messageId: number;
  raw: Uint8Array;
  nextAt: Date;
  detail: string;
}

/** Above the limit, records the copy without its bytes. */
export async function saveCopy(tx: Tx, { companyId, mailboxId, messageId, raw, nextAt, detail }: NewCopy): Promise<void> {
  await sql`
    insert into sent_copies (company_id, mailbox_id, message_id, attempts, detail, raw, next_at)
    select ${companyId}, ${mailboxId}, ${messageId}, 1, ${storableText(detail)}, case when room.is_left then ${Buffer.from(raw)}::bytea end,
      case when room.is_left then ${nextAt}::timestamptz end
    from (select count(*) < ${most.copies} and coalesce(sum(length(raw)), 0) + ${raw.length}::bigint <= ${most.bytes}::bigint as is_left
      from sent_copies where mailbox_id = ${mailboxId} and next_at is not null) as room
    on conflict (message_id) do nothing`.execute(tx);
}

export interface DueCopy {
  message_id: number;
  mailbox_id: number;
  attempts: number;
  raw: Buffer;
  header_id: string;
}

/** Over all companies. */
export async function takeCopies(tx: Tx, { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number }): Promise<DueCopy[]> {
  const { rows } = await sql<DueCopy>`
    with due as (
      select message_id from sent_copies join mailboxes on mailboxes.id = sent_copies.mailbox_id
      where next_at <= ${now} and mailboxes.state = 'connected' order by next_at limit ${limit} for update of sent_copies skip locked
    )
    update sent_copies set next_at = ${leaseUntil}, attempts = sent_copies.attempts + 1 from due, messages
    where sent_copies.message_id = due.message_id and messages.id = due.message_id
    returning sent_copies.message_id, sent_copies.mailbox_id, sent_copies.attempts, sent_copies.raw, messages.message_id as header_id`.execute(
    tx,
  );
  return rows;
}

export const deleteCopy = (tx: Tx, messageId: number) => tables(tx).deleteFrom('sent_copies').where('message_id', '=', messageId).execute();

export const rescheduleCopy = (tx: Tx, messageId: number, { nextAt, detail }: { nextAt: Date | null; detail: string }) =>
  tables(tx)
    .updateTable('sent_copies')
    .set({ next_at: nextAt, detail: storableText(detail), ...(nextAt ? {} : { raw: null }) })
    .where('message_id', '=', messageId)
    .execute();

export async function countCopies(tx: Tx, mailboxId: number): Promise<{ waiting: number; failed: number; detail: string | null }> {
  const { rows } = await sql<{ waiting: number; failed: number; detail: string | null }>`
    select count(*) filter (where next_at is not null) as waiting, count(*) filter (where next_at is null) as failed,
      (array_agg(detail order by message_id desc))[1] as detail
    from sent_copies where mailbox_id = ${mailboxId}`.execute(tx);
  return rows[0] ?? { waiting: 0, failed: 0, detail: null };
}
