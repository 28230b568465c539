import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import type { MessageTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

/** `open`: in the inbox. */
export const conversationStates = ['open', 'snoozed', 'done'] as const;
export type ConversationState = (typeof conversationStates)[number];

interface Conversation {
  companyId: number;
  userId: number;
  profileId: number;
}

/** Matches people with a conversation that the user removed from the inbox. An expired snooze does not count. */
export const isSetAside = (
  person: RawBuilder<unknown>,
  { userId, now, states = ['snoozed', 'done'] }: { userId: number; now: Date; states?: readonly ConversationState[] },
) => sql<boolean>`exists (select from set_aside_conversations as aside where aside.user_id = ${userId} and aside.profile_id = ${person}
  and case when aside.until is null then ${states.includes('done')} else ${states.includes('snoozed')} and aside.until > ${now} end)`;

/** `until` null: done. */
export async function setAside(
  tx: Tx,
  { companyId, userId, profileId }: Conversation,
  { until, now }: { until: Date | null; now: Date },
): Promise<void> {
  await tables(tx).deleteFrom('unread_conversations').where('user_id', '=', userId).where('profile_id', '=', profileId).execute();
  await tables(tx)
    .insertInto('set_aside_conversations')
    .values({ company_id: companyId, user_id: userId, profile_id: profileId, until, since: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'profile_id']).doUpdateSet({ until, since: now }))
    .execute();
  await publish(tx, { companyId, userId, topic: 'inbox', ids: [] });
}

/** Returns the conversation to the inbox of the user. */
export async function putBack(tx: Tx, { companyId, userId, profileId }: Conversation): Promise<void> {
  await tables(tx).deleteFrom('set_aside_conversations').where('user_id', '=', userId).where('profile_id', '=', profileId).execute();
  await publish(tx, { companyId, userId, topic: 'inbox', ids: [] });
}

/** After a reply, for all users. */
export async function putBackForAll(tx: Tx, { companyId, profileId }: Omit<Conversation, 'userId'>): Promise<void> {
  const rows = await tables(tx)
    .deleteFrom('set_aside_conversations')
    .where('company_id', '=', companyId)
    .where('profile_id', '=', profileId)
    .returning('user_id')
    .execute();
  for (const { user_id: userId } of rows) await publish(tx, { companyId, userId, topic: 'inbox', ids: [] });
}

/** People of the state, the last that were set aside first. */
export async function listSetAside(tx: Tx, userId: number, { state, now }: { state: 'snoozed' | 'done'; now: Date }): Promise<number[]> {
  const rows = await tables(tx)
    .selectFrom('set_aside_conversations')
    .select('profile_id')
    .where('user_id', '=', userId)
    .$if(state === 'done', (query) => query.where('until', 'is', null))
    .$if(state === 'snoozed', (query) => query.where('until', '>', now))
    .orderBy('since', 'desc')
    .orderBy('profile_id', 'desc')
    .execute();
  return rows.map((row) => row.profile_id);
}

/** When the conversations return; null for those that are done. */
export async function returnsOf(tx: Tx, { userId, profileIds, now }: { userId: number; profileIds: readonly number[]; now: Date }) {
  const rows = await tables(tx)
    .selectFrom('set_aside_conversations')
    .select(['profile_id', 'until'])
    .where('user_id', '=', userId)
    .where('profile_id', '=', sql<number>`any(${profileIds}::bigint[])`)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', now)]))
    .execute();
  return new Map(rows.map((row) => [row.profile_id, row.until]));
}
