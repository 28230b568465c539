import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { MailingTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MailingTables>();

export async function outgoingFacts(tx: Tx, messageIds: readonly number[]) {
  const rows = await tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients', 'mailing_recipients.id', 'messages.recipient_id')
    .innerJoin('mailings', 'mailings.id', 'mailing_recipients.mailing_id')
    .select(['messages.id', 'messages.company_id', 'mailings.type', 'mailing_recipients.email'])
    .select([
      sql<number[]>`array(select file_id from mailing_files where mailing_id = mailings.id and step = messages.step order by position)`.as(
        'files',
      ),
      // Earlier message ids of the thread, oldest first. A filter, because PostgreSQL would
      // otherwise read all messages in id order.
      sql<string[]>`(select coalesce(array_agg(earlier.message_id order by earlier.id)
        filter (where earlier.id < messages.id and earlier.state = 'sent' and earlier.channel = 'email'), '{}')
        from messages as earlier where earlier.recipient_id = messages.recipient_id)`.as('thread'),
    ])
    .where('messages.id', '=', sql<number>`any(${messageIds})`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function attachToMailing(
  tx: Tx,
  mailing: { id: number; companyId: number; step?: number },
  fileIds: readonly number[],
): Promise<void> {
  const { id, companyId, step = 0 } = mailing;
  await tables(tx).deleteFrom('mailing_files').where('mailing_id', '=', id).where('step', '=', step).execute();
  const rows = [...new Set(fileIds)].map((fileId, position) => ({
    company_id: companyId,
    mailing_id: id,
    step,
    file_id: fileId,
    position,
  }));
  if (rows.length > 0) await tables(tx).insertInto('mailing_files').values(rows).execute();
}
