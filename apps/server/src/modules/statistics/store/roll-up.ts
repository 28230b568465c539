import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

/** Moves waiting facts into the sums. Returns how many rows it took. In the order of the index, neighbours share their sums. */
export async function rollUp(tx: Tx, limit: number): Promise<number> {
  const slot = sql`company_id, kind, at, status_id`;
  const sum = sql`company_id, dimension, days, kind, at, key, status_id`;
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from statistics_pending where ctid = any(array(
        select ctid from statistics_pending order by company_id, kind, at limit ${limit} for update skip locked))
      returning company_id, kind, at, user_id, vacancy_id, template_id, status_id, n
    ), slots as (
      insert into statistics_slots (${slot}, n)
        select ${slot}, sum(n) from taken group by ${slot} order by ${slot}
      on conflict (${slot}) do update set n = statistics_slots.n + excluded.n
    ), by_day as (
      select company_id, dimension, kind, date_bin('1 day', at, '2000-01-01 00:00:00+00') as at, key, status_id, sum(n) as n
      from taken cross join lateral (values ('none', 0), ('user', user_id), ('vacancy', vacancy_id), ('template', template_id))
        as each (dimension, key)
      group by 1, 2, 3, 4, 5, 6
    ), sums as (
      insert into statistics_sums (${sum}, n)
        select company_id, dimension, days, kind, date_bin(days * interval '1 day', at, '2000-01-01 00:00:00+00') as at, key, status_id, sum(n)
        from by_day cross join (values (1::smallint), (8), (64)) as lengths (days) group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
      on conflict (${sum}) do update set n = statistics_sums.n + excluded.n
    )
    select count(*) as taken from taken`.execute(tx);
  return rows[0]?.taken ?? 0;
}

/** Adds the missing months of one table. Returns 0 if no table lacks one. Fails soon if the table is in use. */
export async function addMonths(tx: Tx): Promise<number> {
  await sql`set local lock_timeout = '5s'`.execute(tx);
  const { rows } = await sql<{ added: number }>`select headwater_add_statistics_months() as added`.execute(tx);
  return rows[0]?.added ?? 0;
}
