import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { CompanyTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<CompanyTables>();

export interface QuotaRow {
  id: number;
  starts_on: string;
  ends_on: string;
  quota: number;
  used: number;
  is_active: boolean;
}

const overlaps = (other: string) => sql`${sql.ref(`${other}.company_id`)} = q.company_id
  and ${sql.ref(`${other}.starts_on`)} <= q.ends_on and ${sql.ref(`${other}.ends_on`)} >= q.starts_on`;

/** Days are in the company's time zone. A replacement counts only openings of its own time. */
const chosen = (companyId: number, holds: ReturnType<typeof sql>) => sql<QuotaRow>`
  select q.id, q.starts_on, q.ends_on, q.quota, q.is_active,
    (select count(*) from contact_openings o
     where o.company_id = q.company_id
       and o.opened_at >= greatest(q.starts_on::timestamp at time zone c.time_zone,
         (select q.created_at from company_quotas as before where before.id < q.id and ${overlaps('before')} limit 1))
       and o.opened_at < least((q.ends_on + 1)::timestamp at time zone c.time_zone,
         (select min(after.created_at) from company_quotas as after where after.id > q.id and not q.is_active and ${overlaps('after')}))) as used
  from company_quotas q join companies c on c.id = q.company_id
  where q.company_id = ${companyId} and ${holds}
  order by q.id desc limit 1000`;

export const listQuotas = async (tx: Tx, companyId: number): Promise<QuotaRow[]> => (await chosen(companyId, sql`true`).execute(tx)).rows;

export const findQuota = async (tx: Tx, companyId: number, id: number): Promise<QuotaRow | undefined> =>
  (await chosen(companyId, sql`q.id = ${id}`).execute(tx)).rows[0];

export const currentQuota = async (tx: Tx, companyId: number, now: Date): Promise<QuotaRow | undefined> =>
  (await chosen(companyId, sql`q.is_active and (${now} at time zone c.time_zone)::date between q.starts_on and q.ends_on`).execute(tx))
    .rows[0];

/** Requires a lock of the company. */
export async function overlapsQuota(tx: Tx, companyId: number, { from, till }: { from: string; till: string }): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('company_quotas')
    .select('id')
    .where('company_id', '=', companyId)
    .where('is_active', '=', true)
    .where('starts_on', '<=', till)
    .where('ends_on', '>=', from)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewQuota {
  companyId: number;
  authorId: number;
  from: string;
  till: string;
  quota: number;
  now: Date;
}

export const insertQuota = (tx: Tx, { companyId, authorId, from, till, quota, now }: NewQuota) =>
  tables(tx)
    .insertInto('company_quotas')
    .values({ company_id: companyId, created_by: authorId, starts_on: from, ends_on: till, quota, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();

export async function endQuota(tx: Tx, companyId: number, id: number): Promise<boolean> {
  const row = await tables(tx)
    .updateTable('company_quotas')
    .set({ is_active: false })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
