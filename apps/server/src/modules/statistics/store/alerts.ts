import type { MetricId } from '@headwater/domain/statistics/metrics';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

export interface AlertRow {
  id: number;
  company_id: number;
  user_id: number;
  shown_company_id: number;
  metric: MetricId;
  scope: 'own' | 'company';
  days: number;
  direction: 'above' | 'below';
  bound: number;
  by_email: boolean;
  last_value: number | null;
  raised_at: Date | null;
  created_at: Date;
}

export const listAlerts = async (tx: Tx, userId: number): Promise<AlertRow[]> =>
  (await sql<AlertRow>`select * from statistics_alerts where user_id = ${userId} order by id`.execute(tx)).rows;

export const findAlert = async (tx: Tx, userId: number, id: number): Promise<AlertRow | undefined> =>
  (await sql<AlertRow>`select * from statistics_alerts where id = ${id} and user_id = ${userId}`.execute(tx)).rows[0];

export type AlertContent = Pick<AlertRow, 'days' | 'direction' | 'bound' | 'by_email'>;

interface NewAlert extends AlertContent {
  companyId: number;
  userId: number;
  shownCompanyId: number;
  metric: MetricId;
  scope: AlertRow['scope'];
  now: Date;
}

export async function insertAlert(tx: Tx, alert: NewAlert): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`
    insert into statistics_alerts (company_id, user_id, shown_company_id, metric, scope, days, direction, bound, by_email, created_at)
    values (${alert.companyId}, ${alert.userId}, ${alert.shownCompanyId}, ${alert.metric}, ${alert.scope}, ${alert.days}, ${alert.direction},
      ${alert.bound}, ${alert.by_email}, ${alert.now}) returning *`.execute(tx);
  return rows[0];
}

/** A changed alert is checked again as if it were new. */
export async function updateAlert(
  tx: Tx,
  id: number,
  { days, direction, bound, by_email: byEmail }: AlertContent,
): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`
    update statistics_alerts set days = ${days}, direction = ${direction}, bound = ${bound}, by_email = ${byEmail}, raised_at = null,
      last_value = null, checked_on = null
    where id = ${id} returning *`.execute(tx);
  return rows[0];
}

export const deleteAlert = (tx: Tx, id: number) => sql`delete from statistics_alerts where id = ${id}`.execute(tx);

export interface DailyAlert extends AlertRow {
  checked_on: string | null;
  /** Time zone of the shown company. */
  time_zone: string;
}

export const dailyAlerts = async (tx: Tx): Promise<DailyAlert[]> =>
  (
    await sql<DailyAlert>`
      select a.*, c.time_zone from statistics_alerts a join companies c on c.id = a.shown_company_id order by a.id`.execute(tx)
  ).rows;

interface Checked {
  value: number | null;
  /** Day of the check in the time zone of the company. */
  day: string;
  isPast: boolean;
  now: Date;
}

/** True if the number has just passed its bound. A day is checked once, and a number past its bound raises once. */
export async function saveCheck(tx: Tx, id: number, { value, day, isPast, now }: Checked): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    with before as (select id, raised_at from statistics_alerts where id = ${id} and (checked_on is null or checked_on < ${day}::date) for update)
    update statistics_alerts set last_value = ${value}, checked_on = ${day}::date,
      raised_at = case when ${isPast} then coalesce(statistics_alerts.raised_at, ${now}) end
    from before where statistics_alerts.id = before.id
    returning ${isPast} and before.raised_at is null as is_new`.execute(tx);
  return rows[0]?.is_new === true;
}
