import { sql } from 'kysely';
import { storableText } from '@headwater/domain/storable-text';
import type { Tx } from '#platform/database/database.ts';
import type { MessageTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

export const insertEvent = (
  tx: Tx,
  event: { companyId: number; messageId: number; type: string; happenedAt: Date; text?: string | undefined },
) =>
  tables(tx)
    .insertInto('message_events')
    .values({
      company_id: event.companyId,
      message_id: event.messageId,
      type: event.type,
      happened_at: event.happenedAt,
      data: JSON.stringify(event.text === undefined ? {} : { text: storableText(event.text) }),
    })
    .execute();

export async function insertEvents(
  tx: Tx,
  { companyId, messageIds, type, happenedAt }: { companyId: number; messageIds: readonly number[]; type: string; happenedAt: Date },
): Promise<void> {
  await sql`insert into message_events (company_id, message_id, type, happened_at)
    select ${companyId}, id, ${type}, ${happenedAt} from unnest(${messageIds}::bigint[]) as id`.execute(tx);
}

/** Returns the later of the moment and the sending. */
export async function notBeforeSent(tx: Tx, messageId: number, at: Date): Promise<Date> {
  const row = await tables(tx)
    .selectFrom('message_events')
    .select((select) => select.fn.max<Date | null>('happened_at').as('sent_at'))
    .where('message_id', '=', messageId)
    .where('type', '=', 'sent')
    .executeTakeFirst();
  return row?.sent_at && row.sent_at > at ? row.sent_at : at;
}

export const listEvents = (tx: Tx, messageId: number) =>
  tables(tx).selectFrom('message_events').selectAll().where('message_id', '=', messageId).orderBy('happened_at').orderBy('id').execute();
