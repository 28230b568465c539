import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import { defineMergeStep } from '#modules/profiles/public/merging.ts';
import type { MessageTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

export type AssignedFilter = 'me' | 'nobody';

/** Assignments to deactivated users do not count. */
const assigned = sql`assigned_conversations as assigned join users as assignee on assignee.id = assigned.user_id and assignee.is_active`;

export const isAssigned = (person: RawBuilder<unknown>, to: AssignedFilter, userId: number) =>
  to === 'me'
    ? sql<boolean>`${person} in (select assigned.profile_id from ${assigned} where assigned.user_id = ${userId})`
    : sql<boolean>`not exists (select from ${assigned} where assigned.profile_id = ${person})`;

export interface Assignee {
  id: number;
  name: string;
}

/** Active assignees by profile. */
export async function assigneesOf(tx: Tx, profileIds: readonly number[]): Promise<Map<number, Assignee>> {
  const { rows } = await sql<Assignee & { profile_id: number }>`
    select assigned.profile_id, assignee.id,
      coalesce(nullif(trim(assignee.first_name || ' ' || assignee.last_name), ''), assignee.email) as name
    from ${assigned} where assigned.profile_id = any(${profileIds}::bigint[])`.execute(tx);
  return new Map(rows.map(({ profile_id: profileId, id, name }) => [profileId, { id, name }]));
}

interface Assignment {
  companyId: number;
  profileId: number;
  /** Null: unassigned. */
  userId: number | null;
  now: Date;
}

export async function saveAssignee(tx: Tx, { companyId, profileId, userId, now }: Assignment): Promise<void> {
  const before = await tables(tx)
    .deleteFrom('assigned_conversations')
    .where('profile_id', '=', profileId)
    .where('company_id', '=', companyId)
    .returning('user_id')
    .executeTakeFirst();
  if (userId !== null)
    await tables(tx)
      .insertInto('assigned_conversations')
      .values({ company_id: companyId, profile_id: profileId, user_id: userId, since: now })
      .onConflict((conflict) => conflict.columns(['profile_id', 'company_id']).doUpdateSet({ user_id: userId, since: now }))
      .execute();
  for (const id of new Set([before?.user_id, userId])) if (id) await publish(tx, { companyId, userId: id, topic: 'inbox', ids: [] });
}

/** The assignee of the remaining profile stays. */
export const assigneesMergeStep = defineMergeStep<{ moved: true }>({
  name: 'assigned_conversations',
  async absorb(tx, { companyId, from, into }) {
    const { rows } = await sql`
      with gone as (delete from assigned_conversations where company_id = ${companyId} and profile_id = ${from} returning *)
      insert into assigned_conversations (company_id, profile_id, user_id, since) select company_id, ${into}, user_id, since from gone
      on conflict (profile_id, company_id) do nothing returning profile_id`.execute(tx);
    return rows.length > 0 ? { moved: true } : undefined;
  },
  async giveBack(tx, { companyId, from, into }) {
    await sql`update assigned_conversations set profile_id = ${from} where company_id = ${companyId} and profile_id = ${into}`.execute(tx);
  },
});
