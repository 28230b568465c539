import type { StatisticsView } from '@headwater/contract/statistics-views';
import type { Section } from '@headwater/domain/statistics/metrics';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

export interface ViewRow {
  id: number;
  company_id: number;
  user_id: number;
  shown_company_id: number;
  name: string;
  section: Section;
  query: StatisticsView['query'];
  is_shared: boolean;
  is_pinned: boolean;
  is_weekly: boolean;
  created_at: Date;
  author: string;
}

const rows = sql`
  select v.*, coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''), u.email) as author
  from statistics_views v join users u on u.id = v.user_id`;

/** Own views and those that colleagues shared. */
export async function listViews(
  tx: Tx,
  { companyId, userId, section }: { companyId: number; userId: number; section?: Section | undefined },
): Promise<ViewRow[]> {
  const found = await sql<ViewRow>`
    ${rows} where v.company_id = ${companyId} and (v.user_id = ${userId} or v.is_shared)
      and ${section ? sql`v.section = ${section}` : sql`true`}
    order by v.user_id <> ${userId}, lower(v.name), v.id`.execute(tx);
  return found.rows;
}

export const findView = async (tx: Tx, id: number): Promise<ViewRow | undefined> =>
  (await sql<ViewRow>`${rows} where v.id = ${id}`.execute(tx)).rows[0];

export type ViewContent = Pick<ViewRow, 'name' | 'query' | 'is_shared' | 'is_pinned' | 'is_weekly'>;

interface ViewInput extends ViewContent {
  companyId: number;
  userId: number;
  shownCompanyId: number;
  section: Section;
  now: Date;
}

/** The first e-mail leaves on the next Monday. */
const weekOf = (now: Date) => sql`date_trunc('week', ${now}::timestamptz at time zone 'UTC')::date`;

/** Undefined: the user has a view of that name. */
export async function insertView(tx: Tx, view: ViewInput): Promise<number | undefined> {
  const { rows: made } = await sql<{ id: number }>`
    insert into statistics_views
      (company_id, user_id, shown_company_id, name, section, query, is_shared, is_pinned, is_weekly, sent_week, created_at)
    values (${view.companyId}, ${view.userId}, ${view.shownCompanyId}, ${view.name}, ${view.section}, ${JSON.stringify(view.query)}::jsonb,
      ${view.is_shared}, ${view.is_pinned}, ${view.is_weekly}, ${weekOf(view.now)}, ${view.now})
    on conflict do nothing returning id`.execute(tx);
  return made[0]?.id;
}

export async function hasViewNamed(tx: Tx, { userId, name, but }: { userId: number; name: string; but: number }): Promise<boolean> {
  const { rows: found } = await sql`
    select from statistics_views where user_id = ${userId} and lower(name) = lower(${name}) and id <> ${but}`.execute(tx);
  return found.length > 0;
}

export const updateView = (tx: Tx, id: number, { name, query, is_shared, is_pinned, is_weekly, now }: ViewContent & { now: Date }) =>
  sql`
    update statistics_views set name = ${name}, query = ${JSON.stringify(query)}::jsonb, is_shared = ${is_shared}, is_pinned = ${is_pinned},
      is_weekly = ${is_weekly}, sent_week = case when is_weekly then sent_week else ${weekOf(now)} end
    where id = ${id}`.execute(tx);

export const deleteView = (tx: Tx, id: number) => sql`delete from statistics_views where id = ${id}`.execute(tx);

export interface WeeklyView {
  id: number;
  sent_week: string | null;
  /** Time zone of the shown company. */
  time_zone: string;
}

export const weeklyViews = async (tx: Tx): Promise<WeeklyView[]> =>
  (
    await sql<WeeklyView>`
      select v.id, v.sent_week, c.time_zone from statistics_views v join companies c on c.id = v.shown_company_id
      where v.is_weekly order by v.id`.execute(tx)
  ).rows;

/** True once for a view and week, in the transaction that queues the e-mail. */
export async function takeWeek(tx: Tx, id: number, monday: string): Promise<boolean> {
  const { rows: taken } = await sql`
    update statistics_views set sent_week = ${monday}::date
    where id = ${id} and is_weekly and (sent_week is null or sent_week < ${monday}::date) returning id`.execute(tx);
  return taken.length > 0;
}
