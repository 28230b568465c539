import { sql } from 'kysely';
import { minuteMs } from '@headwater/domain/time/durations';
import type { Tx } from '#platform/database/database.ts';
import { lockUntilCommit } from '#platform/database/locks.ts';
import type { ProfileTables } from '../tables.ts';
import { stillOpen } from './addresses.ts';

const tables = (tx: Tx) => tx.withTables<ProfileTables>();

export interface Viewer {
  companyId: number;
  userId: number;
}

export async function countOpened(tx: Tx, from: Date): Promise<number> {
  const row = await tables(tx)
    .selectFrom('profile_views')
    .select(sql<number>`count(distinct profile_id)`.as('count'))
    .where('viewed_at', '>=', from)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function openedSince(tx: Tx, profileId: number, from: Date): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('profile_views')
    .select('profile_id')
    .where('profile_id', '=', profileId)
    .where('viewed_at', '>=', from)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A reload within this time counts as the same view. */
const oneView = 30 * minuteMs;

export async function recordView(
  tx: Tx,
  { companyId, userId }: Viewer,
  { profileId, viewedAt, referer }: { profileId: number; viewedAt: Date; referer: string | null },
): Promise<void> {
  const since = new Date(viewedAt.getTime() - oneView);
  await sql`insert into profile_views (company_id, user_id, profile_id, viewed_at, referer)
    select ${companyId}::bigint, ${userId}::bigint, ${profileId}::bigint, ${viewedAt}::timestamptz, ${referer}::text
    where not exists (select from profile_views as view where view.profile_id = ${profileId} and view.company_id = ${companyId}
      and view.user_id = ${userId} and view.viewed_at > ${since})`.execute(tx);
}

export async function listViews(tx: Tx, profileId: number, page: { limit: number; offset: number }) {
  const query = tables(tx).selectFrom('profile_views').where('profile_id', '=', profileId);
  const { count } = await query.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const views = await query
    .select(['user_id', 'viewed_at', 'referer'])
    .orderBy('viewed_at', 'desc')
    .orderBy('user_id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { count, views };
}

export interface Openings {
  byUser: number;
  byCompany: number;
}

/** `month`: 'YYYY-MM-01'. */
export async function countOpenings(tx: Tx, userId: number, month: string): Promise<Openings> {
  const row = await tables(tx)
    .selectFrom('contact_openings')
    .select([sql<number>`count(*)`.as('byCompany'), sql<number>`count(*) filter (where user_id = ${userId})`.as('byUser')])
    .where('month', '=', month)
    .executeTakeFirstOrThrow();
  return row;
}

export const hasOpened = async (tx: Tx, userId: number, { profileId }: { profileId: number }): Promise<boolean> =>
  (await openedOf(tx, userId, { profileIds: [profileId] })).size > 0;

/** Serialises openings of a company, so that a double click cannot overspend the last opening. */
export const lockQuota = (tx: Tx, companyId: number) => lockUntilCommit(tx, 'quota', companyId);

/** Profiles that are open to this person, or (with `month`) were opened in that month. */
export async function openedOf(tx: Tx, userId: number, { profileIds, month }: { profileIds: readonly number[]; month?: string }) {
  const rows = await tables(tx)
    .selectFrom('contact_openings')
    .select('profile_id')
    .where('user_id', '=', userId)
    .$if(month !== undefined, (query) => query.where('month', '=', month ?? ''))
    .where('profile_id', '=', sql<number>`any(${profileIds}::bigint[])`)
    .where(stillOpen('contact_openings'))
    .execute();
  return new Set(rows.map((row) => row.profile_id));
}

export async function recordOpenings(
  tx: Tx,
  { companyId, userId }: Viewer,
  opening: { profileIds: readonly number[]; month: string; now: Date },
) {
  await sql`insert into contact_openings (company_id, user_id, profile_id, month, opened_at)
    select ${companyId}, ${userId}, id, ${opening.month}, ${opening.now} from unnest(${opening.profileIds}::bigint[]) as id on conflict do nothing`.execute(
    tx,
  );
}
