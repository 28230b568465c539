import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

/** Where a profile writes the names of a facet: a list of it, and the key in its items. */
export const writtenIn = {
  lastCompany: { list: 'positions', key: 'company' },
  education: { list: 'educations', key: 'institution' },
  industry: { list: 'positions', key: 'industry' },
  mainSkillHigh: { list: 'skills', key: 'name' },
} as const;
export type WrittenFacet = keyof typeof writtenIn;

/** The names that these profiles write themselves, with their own capitals. */
export async function writtenNames(tx: Tx, profileIds: readonly number[], facet: WrittenFacet): Promise<string[]> {
  const { list, key } = writtenIn[facet];
  const { rows } = await sql<{ name: string | null }>`
    select distinct held ->> ${key} as name from seen_profiles, jsonb_array_elements(data -> ${list}) held
    where id = any(${profileIds}) and deleted_at is null`.execute(tx);
  return rows.flatMap(({ name }) => name ?? []);
}
