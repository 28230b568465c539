import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { DeliveryTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<DeliveryTables>();

export interface MailboxWork {
  id: number;
  /** The newest of the messages that wait: another one means that there is something new to look at. */
  newest: number;
}

/** Whoever is switched off sends nothing: it waits until they are back. */
const ownerIsActive = sql<boolean>`exists (select from users where users.id = mailboxes.user_id and users.is_active)`;

/** Connected mailboxes with a message that is due, or whose worker has gone silent. Over all companies. */
export const mailboxesWithWork = (tx: Tx, now: Date): Promise<MailboxWork[]> =>
  tables(tx)
    .selectFrom('messages')
    .innerJoin('mailboxes', 'mailboxes.id', 'messages.mailbox_id')
    .select((select) => ['mailboxes.id', select.fn.max<number>('messages.id').as('newest')])
    .where('mailboxes.state', '=', 'connected')
    .where(ownerIsActive)
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
    .where(ownerIsActive)
    .where('messages.state', '=', 'planned')
    .groupBy('mailboxes.id')
    .execute();
