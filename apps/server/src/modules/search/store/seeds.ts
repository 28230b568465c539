import { dayMs } from '@headwater/domain/time/durations';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

const most = 50;
const lately = 90 * dayMs;

interface SeedInput {
  userId: number;
  folderId: number | null;
  now: Date;
}

export async function seedIds(tx: Tx, { userId, folderId, now }: SeedInput): Promise<number[]> {
  const since = new Date(now.getTime() - lately);
  const { rows } = await (
    folderId === null
      ? sql<{ profile_id: number }>`
        select profile_id from (
          select profile_id, max(at) as at from (
            select profile_id, created_at as at from candidates where created_by = ${userId} and deleted_at is null and created_at >= ${since}
            union all select profile_id, viewed_at from profile_views where user_id = ${userId} and viewed_at >= ${since}) as done
          group by profile_id) as known order by at desc, profile_id limit ${most}`
      : sql<{ profile_id: number }>`
        select profile_id from candidates where vacancy_id = ${folderId} and deleted_at is null order by id desc limit ${most}`
  ).execute(tx);
  return rows.map((row) => row.profile_id);
}

export async function knownIds(tx: Tx, { userId, folderId }: SeedInput): Promise<Uint32Array> {
  const { rows } = await sql<{ profile_id: number }>`
    select profile_id from profile_views where user_id = ${userId}
    union select profile_id from candidates where deleted_at is null
      and ${folderId === null ? sql`created_by = ${userId}` : sql`vacancy_id = ${folderId}`}`.execute(tx);
  return Uint32Array.from(rows, (row) => row.profile_id).toSorted();
}
