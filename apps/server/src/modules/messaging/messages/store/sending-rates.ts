import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { MessageTables } from '../tables.ts';
import type { ProgressView } from './progress.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables & ProgressView>();

export const sendingRates = (tx: Tx, since: Date) =>
  tables(tx)
    .selectFrom('messages')
    .innerJoin('message_progress as progress', 'progress.id', 'messages.id')
    .select([
      sql<number>`count(*) filter (where state = 'sent' or error_reason = 'bounce')::int`.as('sent'),
      sql<number>`count(*) filter (where progress.is_opened)::int`.as('opened'),
      sql<number>`count(*) filter (where progress.is_replied)::int`.as('replied'),
      sql<number>`count(*) filter (where bounced_at is not null or error_reason = 'bounce')::int`.as('bounced'),
      sql<number>`count(*) filter (where exists (
        select from incoming_messages where incoming_messages.message_id = messages.id and incoming_messages.kind = 'complaint'))::int`.as(
        'complained',
      ),
    ])
    .where('messages.channel', '=', 'email')
    .where('status_changed_at', '>=', since)
    .where((where) => where.or([where('messages.sent_at', '>=', since), where('error_reason', '=', 'bounce')]))
    .executeTakeFirstOrThrow();
