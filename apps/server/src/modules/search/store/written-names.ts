import { sql } from 'kysely';
import type { WrittenIn } from '@headwater/domain/query/facets';
import type { Tx } from '#platform/database/database.ts';

export async function writtenNames(tx: Tx, profileIds: readonly number[], { list, key }: WrittenIn): Promise<string[]> {
  const { rows } = await sql<{ name: string | null }>`
    select distinct held ->> ${key} as name from visible_profiles, jsonb_array_elements(data -> ${list}) held
    where id = any(${profileIds}) and deleted_at is null`.execute(tx);
  return rows.flatMap(({ name }) => name ?? []);
}
