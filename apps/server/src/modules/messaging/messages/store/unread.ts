import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import { defineMergeStep } from '#modules/profiles/public/merging.ts';
import type { MessageTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

interface Conversation {
  companyId: number;
  userId: number;
  profileId: number;
}

export async function markUnread(tx: Tx, { companyId, userId, profileId }: Conversation, since: Date): Promise<void> {
  await tables(tx)
    .insertInto('unread_conversations')
    .values({ company_id: companyId, user_id: userId, profile_id: profileId, since })
    .onConflict((conflict) => conflict.columns(['user_id', 'profile_id']).doUpdateSet({ since }))
    .execute();
  await publish(tx, { companyId, userId, topic: 'inbox', ids: [] });
}

export async function markRead(tx: Tx, { companyId, userId, profileId }: Conversation, now: Date): Promise<void> {
  const row = await tables(tx)
    .deleteFrom('unread_conversations')
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .returning('profile_id')
    .executeTakeFirst();
  const returned = await tables(tx)
    .deleteFrom('set_aside_conversations')
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .where('until', '<=', now)
    .returning('profile_id')
    .executeTakeFirst();
  if (row ?? returned) await publish(tx, { companyId, userId, topic: 'inbox', ids: [] });
}

/** Profiles with unread replies or an expired snooze, latest first. */
export async function listUnreadProfiles(tx: Tx, userId: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ profile_id: number }>`
    select profile_id, max(since) as since from (
      select profile_id, since from unread_conversations where user_id = ${userId}
      union all select profile_id, until from set_aside_conversations where user_id = ${userId} and until <= ${now}
    ) as unread group by profile_id order by since desc, profile_id desc`.execute(tx);
  return rows.map((row) => row.profile_id);
}

export const unreadMergeStep = defineMergeStep<{ users: number[] }>({
  name: 'unread_conversations',
  async absorb(tx, { companyId, from, into }) {
    // The merged conversation keeps its place, or is in the inbox if the other one is unread.
    await sql`delete from set_aside_conversations where company_id = ${companyId} and profile_id = ${from}`.execute(tx);
    const { rows } = await sql<{ user_id: number }>`
      with gone as (delete from unread_conversations where company_id = ${companyId} and profile_id = ${from} returning *)
      insert into unread_conversations (company_id, user_id, profile_id, since) select company_id, user_id, ${into}, since from gone
      on conflict (user_id, profile_id) do update set since = greatest(unread_conversations.since, excluded.since)
      returning user_id`.execute(tx);
    if (rows.length === 0) return undefined;
    const users = rows.map((row) => row.user_id);
    await sql`delete from set_aside_conversations where profile_id = ${into} and user_id = any(${users}::bigint[])`.execute(tx);
    return { users };
  },
  async giveBack(tx, { from, into }, { users }) {
    await sql`update unread_conversations as unread set profile_id = ${from}
      where profile_id = ${into} and user_id = any(${users}::bigint[]) and not exists (select from unread_conversations as known
        where known.user_id = unread.user_id and known.profile_id = ${from})`.execute(tx);
  },
});
