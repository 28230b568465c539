import { sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import type { VacancyTables } from '../tables.ts';
import { vacancyOpenTo, vacancySeenBy } from './visibility.ts';

/** Those of the vacancies that the person may see. */
export const visibleVacancies = (tx: Tx, actor: Actor, ids: readonly number[]) =>
  tx
    .withTables<VacancyTables>()
    .selectFrom('vacancies')
    .select(['id', 'name', 'status'])
    .where('id', '=', sql<number>`any(${ids})`)
    .where(vacancySeenBy('vacancies', actor))
    .execute();

/** Those of the vacancies whose history the person may read: deleted ones too, as what was written stays. */
export async function openVacancyIds(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .withTables<VacancyTables>()
    .selectFrom('vacancies')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where(vacancyOpenTo('vacancies', actor))
    .execute();
  return new Set(rows.map((row) => row.id));
}
