import type { ReportReason } from '@headwater/domain/profiles/reports';
import { sql } from 'kysely';
import { defineMergeStep } from '#modules/profiles/public/merging.ts';
import type { Tx } from '#platform/database/database.ts';
import type { ProfileReportTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<ProfileReportTables>();

export interface NewReport {
  companyId: number;
  userId: number;
  profileId: number;
  source: string;
  reason: ReportReason;
  text: string;
  query: string;
  now: Date;
}

export const insertReport = (tx: Tx, { companyId, userId, profileId, now, ...said }: NewReport) =>
  tables(tx)
    .insertInto('profile_reports')
    .values({
      company_id: companyId,
      profile_id: profileId,
      created_by: userId,
      created_at: now,
      resolved_at: null,
      resolved_by: null,
      ...said,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

export interface ReportFilter {
  state?: 'open' | 'resolved' | undefined;
  reason?: ReportReason | undefined;
  limit: number;
  offset: number;
}

export interface ReportRow {
  id: number;
  company_id: number;
  company_name: string;
  profile_id: number;
  created_by: number | null;
  user_name: string;
  email: string | null;
  created_at: Date;
  source: string;
  reason: ReportReason;
  text: string;
  query: string;
  resolved_at: Date | null;
}

export async function listReports(tx: Tx, { state, reason, limit, offset }: ReportFilter): Promise<{ count: number; rows: ReportRow[] }> {
  const holds = sql`${state === undefined ? sql`true` : state === 'open' ? sql`r.resolved_at is null` : sql`r.resolved_at is not null`}
    and ${reason === undefined ? sql`true` : sql`r.reason = ${reason}`}`;
  const counted = await sql<{ count: number }>`select count(*) as count from profile_reports r where ${holds}`.execute(tx);
  const { rows } = await sql<ReportRow>`
    select r.*, c.name as company_name, concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')) as user_name, u.email
    from profile_reports r join companies c on c.id = r.company_id left join users u on u.id = r.created_by
    where ${holds} order by r.id desc limit ${limit} offset ${offset}`.execute(tx);
  return { count: counted.rows[0]?.count ?? 0, rows };
}

export async function resolveReports(tx: Tx, ids: readonly number[], by: { userId: number; now: Date } | null): Promise<number> {
  const rows = await tables(tx)
    .updateTable('profile_reports')
    .set({ resolved_at: by?.now ?? null, resolved_by: by?.userId ?? null })
    .where('id', 'in', [...ids])
    .where('resolved_at', by ? 'is' : 'is not', null)
    .returning('id')
    .execute();
  return rows.length;
}

export const reportsMergeStep = defineMergeStep<{ reports: number[] }>({
  name: 'reports',
  async absorb(tx, { companyId, from, into }) {
    const { rows } = await sql<{ id: number }>`update profile_reports set profile_id = ${into}
      where company_id = ${companyId} and profile_id = ${from} returning id`.execute(tx);
    return rows.length > 0 ? { reports: rows.map(({ id }) => id) } : undefined;
  },
  async giveBack(tx, { from, into }, { reports }) {
    await sql`update profile_reports set profile_id = ${from} where profile_id = ${into} and id = any(${reports}::bigint[])`.execute(tx);
  },
});
