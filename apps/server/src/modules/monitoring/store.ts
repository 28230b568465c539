import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

/** `oldest`: due time of the first row. */
export interface Count {
  state: string;
  count: number;
  oldest?: Date | null;
}

const mostMailboxes = 20;

export type ChannelCount = Count & { channel: string };

// Each half of the union uses its own index.
export async function countUnsentMessages(tx: Tx): Promise<ChannelCount[]> {
  const { rows } = await sql<ChannelCount>`
    select channel, case state when 'planned' then 'waiting' else 'sending' end as state, count(*)::int as count,
        min(send_at) filter (where state = 'planned') as oldest
      from messages where state in ('planned', 'claimed', 'handed_over') group by 1, 2
    union all
    select channel, case state when 'error' then 'failed' else 'unknown' end, count(*)::int, null
      from messages where state in ('error', 'unknown') group by 1, 2`.execute(tx);
  return rows;
}

// Starts from mailboxes and accounts to use the indexes of their messages.
export async function countSentMessages(tx: Tx, since: Date): Promise<Pick<ChannelCount, 'channel' | 'count'>[]> {
  const { rows } = await sql<Pick<ChannelCount, 'channel' | 'count'>>`
    select m.channel, count(*)::int as count
      from mailboxes as b join messages as m on m.mailbox_id = b.id and m.sent_at > ${since} group by 1
    union all
    select m.channel, count(*)::int
      from telegram_accounts as a join messages as m on m.telegram_account_id = a.id and m.is_out and m.sent_at > ${since} group by 1`.execute(
    tx,
  );
  return rows;
}

export async function countMailboxes(tx: Tx): Promise<Count[]> {
  const { rows } = await sql<Count>`select state, count(*)::int as count from mailboxes group by 1`.execute(tx);
  return rows;
}

export async function countTelegramAccounts(tx: Tx): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select case when state = 'connected' and frozen_since is not null then 'frozen' else state end as state, count(*)::int as count
    from telegram_accounts group by 1`.execute(tx);
  return rows;
}

export async function countJobs(tx: Tx): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select status as state, count(*)::int as count, min(created_at) as oldest from jobs
    where status in ('queued', 'running', 'undoing') group by 1`.execute(tx);
  return rows;
}

/** `later`: scheduled for a later time, including retries. */
export async function countTasks(tx: Tx): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
        when run_at > now() then 'later' else 'waiting' end as state, count(*)::int as count, min(run_at) as oldest
    from graphile_worker.jobs group by 1`.execute(tx);
  return rows;
}

export async function listBrokenMailboxes(tx: Tx) {
  const { rows } = await sql<{ id: number; address: string; company: { id: number; name: string } }>`
    select b.id, b.address, json_build_object('id', c.id, 'name', c.name) as company
    from mailboxes b join companies c on c.id = b.company_id where b.state = 'broken' order by b.id limit ${mostMailboxes}`.execute(tx);
  return rows;
}

export async function databaseVersion(tx: Tx): Promise<string> {
  const { rows } = await sql<{ version: string }>`select split_part(current_setting('server_version'), ' ', 1) as version`.execute(tx);
  return rows[0]?.version ?? '';
}

export async function databaseBytes(tx: Tx): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(tx);
  return rows[0]?.bytes ?? 0;
}

/** Changes that the index took early count until its position passes them. */
export async function oldestChangeAfter(tx: Tx, version: number): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(changed_at) as oldest from search_changes where transaction_id >= ${String(version)}::xid8`.execute(tx);
  return rows[0]?.oldest ?? null;
}
