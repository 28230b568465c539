import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { OutreachTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<OutreachTables>();

/** The messages that are meant: of a mailbox, of whole mailings, or of some of their recipients. */
export type Whose = { mailboxId: number } | { mailingId: number } | { recipientIds: readonly number[] };

function belongsTo(whose: Whose) {
  if ('mailboxId' in whose) return sql<boolean>`messages.mailbox_id = ${whose.mailboxId}`;
  if ('recipientIds' in whose) return sql<boolean>`messages.recipient_id = any(${whose.recipientIds}::bigint[])`;
  return sql<boolean>`messages.recipient_id in (select id from mailing_recipients where mailing_id = ${whose.mailingId})`;
}

/**
 * Messages that wait to be sent once more do not leave: a first copy may have arrived, so that they are not forgotten either, and a person decides.
 * Where a worker may still be sending the first one it keeps its name and its time, and is heard. What bounced for now, and waits to be sent again, ends
 * as bounced. Returns the ids of the undecided.
 */
export async function leaveResentUndecided(tx: Tx, whose: Whose, now: Date): Promise<number[]> {
  await tables(tx)
    .updateTable('messages')
    .set({ state: 'error', error_reason: 'soft_bounce', status_changed_at: now, lease_until: null, claimed_by: null })
    .where(belongsTo(whose))
    .where('bounced_at', 'is not', null)
    .where('state', 'in', ['planned', 'claimed'])
    .execute();
  const rows = await tables(tx)
    .updateTable('messages')
    .set({
      state: 'unknown',
      error_reason: 'unknown_outcome',
      error_detail: null,
      status_changed_at: now,
      // Where somebody wanted another copy at once, it waits as long as the worker has for the first.
      lease_until: sql<Date | null>`case when state = 'planned' and claimed_by is not null then send_at end`,
      claimed_by: sql<string | null>`case when state = 'planned' then claimed_by end`,
    })
    .where('id', 'in', (select) =>
      select
        .selectFrom('messages')
        .select('id')
        .where(belongsTo(whose))
        .where('resent', '=', true)
        .where('state', 'in', ['planned', 'claimed'])
        .orderBy('id')
        .forUpdate(),
    )
    .returning(['id', 'company_id'])
    .execute();
  if (rows.length > 0) {
    const events = rows.map((row) => ({ company_id: row.company_id, message_id: row.id, type: 'unknown', happened_at: now }));
    await tables(tx).insertInto('message_events').values(events).execute();
  }
  return rows.map((row) => row.id);
}
