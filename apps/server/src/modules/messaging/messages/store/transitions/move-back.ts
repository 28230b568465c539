import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

/** Moves each dialog of a demo back by whole days, the last one by none, and its messages apart by minutes. */
export const moveBack = (tx: Tx, dialogIds: readonly number[]) =>
  sql`
    with moved as (
      select id, make_interval(days => array_length(${dialogIds}::bigint[], 1) - array_position(${dialogIds}::bigint[], dialog_id),
        mins => 37 * (row_number() over (partition by dialog_id order by position desc) - 1)::int) as back
      from messages where dialog_id = any(${dialogIds}::bigint[])
    )
    update messages set said_at = said_at - back, queued_at = queued_at - back, sent_at = sent_at - back, send_at = send_at - back,
      created_at = created_at - back, status_changed_at = status_changed_at - back
    from moved where moved.id = messages.id`.execute(tx);
