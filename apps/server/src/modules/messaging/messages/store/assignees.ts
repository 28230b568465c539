import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import { defineMergeStep } from '#modules/profiles/public/merging.ts';
import type { MessageTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

export type AssignedFilter = 'me' | 'nobody';

/** Assignments to deactivated users do not count. */
const assigned = sql`assigned_conversations as assigned join users as assignee
  on assignee.id = assigned.user_id and assignee.company_id = assigned.company_id and assignee.is_active`;

export const isAssigned = (person: RawBuilder<unknown>, to: AssignedFilter, userId: number) =>
  to === 'me'
    ? sql<boolean>`${person} in (select assigned.profile_id from ${assigned} where assigned.user_id = ${userId})`
    : sql<boolean>`not exists (select from ${assigned} where assigned.profile_id = ${person})`;

export interface Assignee {
  id: number;
  name: string;
}

/** Active assignees of the company by profile. Several companies write to people of the common base. */
export async function assigneesOf(tx: Tx, companyId: number, profileIds: readonly number[]): Promise<Map<number, Assignee>> {
  const { rows } = await sql<Assignee & { profile_id: number }>`
    select assigned.profile_id, assignee.id,
      coalesce(nullif(trim(assignee.first_name || ' ' || assignee.last_name), ''), assignee.email) as name
    from ${assigned} where assigned.company_id = ${companyId} and assigned.profile_id = any(${profileIds}::bigint[])`.execute(tx);
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

interface Absorbed {
  user_id: number;
  since: string;
  moved: boolean;
}

/** The assignee of the remaining profile stays. */
export const assigneesMergeStep = defineMergeStep<Absorbed>({
  name: 'assigned_conversations',
  async absorb(tx, { companyId, from, into }) {
    const { rows } = await sql<Absorbed>`
      with gone as (delete from assigned_conversations where company_id = ${companyId} and profile_id = ${from} returning *),
      moved as (insert into assigned_conversations (company_id, profile_id, user_id, since)
        select company_id, ${into}, user_id, since from gone on conflict (profile_id, company_id) do nothing returning profile_id)
      select user_id, since::text as since, exists (select from moved) as moved from gone`.execute(tx);
    return rows[0];
  },
  async giveBack(tx, { companyId, from, into }, { user_id: userId, since, moved }) {
    if (moved)
      await sql`delete from assigned_conversations where company_id = ${companyId} and profile_id = ${into} and user_id = ${userId}`.execute(
        tx,
      );
    await sql`insert into assigned_conversations (company_id, profile_id, user_id, since)
      select ${companyId}, ${from}, id, ${since}::timestamptz from users where id = ${userId}
      on conflict (profile_id, company_id) do nothing`.execute(tx);
  },
});
