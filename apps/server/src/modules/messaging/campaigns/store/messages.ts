import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { type OfRecipient, suppressionOf } from '#modules/messaging/messages/public/planning.ts';
import type { MailingTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MailingTables>();

export const fullMessagesOf = (tx: Tx, recipientIds: readonly number[]) =>
  tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients', 'mailing_recipients.id', 'messages.recipient_id')
    .leftJoin('mailboxes', 'mailboxes.id', 'messages.mailbox_id')
    .selectAll('messages')
    .$narrowType<OfRecipient>()
    .select(['mailing_recipients.mailing_id', 'mailboxes.address as from_address', 'mailboxes.from_name'])
    .select((select) =>
      select.case().when('messages.channel', '=', 'email').then(suppressionOf('mailing_recipients')).end().as('suppression'),
    )
    .where('messages.recipient_id', '=', sql<number>`any(${recipientIds}::bigint[])`)
    .orderBy('messages.id')
    .execute();

export type FullMessage = Awaited<ReturnType<typeof fullMessagesOf>>[number];

export const eventsOfMessages = (tx: Tx, recipientIds: readonly number[]) =>
  tables(tx)
    .selectFrom('message_events')
    .innerJoin('messages', 'messages.id', 'message_events.message_id')
    .select(['message_events.message_id', 'message_events.type', 'message_events.happened_at', 'message_events.data'])
    .where('messages.recipient_id', '=', sql<number>`any(${recipientIds}::bigint[])`)
    .orderBy('message_events.happened_at')
    .orderBy('message_events.id')
    .execute();

export type MessageEventRow = Awaited<ReturnType<typeof eventsOfMessages>>[number];
