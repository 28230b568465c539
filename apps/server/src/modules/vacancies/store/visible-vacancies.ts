import { sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import type { VacancyTables } from '../tables.ts';
import { vacancyOpenTo, vacancySeenBy } from './visibility.ts';

export const visibleVacancies = (tx: Tx, actor: Actor, ids: readonly number[]) =>
  tx
    .withTables<VacancyTables>()
    .selectFrom('vacancies')
    .select(['id', 'name', 'status'])
    .where('id', '=', sql<number>`any(${ids})`)
    .where(vacancySeenBy('vacancies', actor))
    .execute();

/** Includes deleted vacancies, because their history stays visible. */
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

/** Active vacancies by their names in lower case; the newest of equal names. */
export async function vacanciesNamed(tx: Tx, actor: Actor, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .withTables<VacancyTables>()
    .selectFrom('vacancies')
    .select(['id', sql<string>`lower(name)`.as('words')])
    .where(sql<boolean>`lower(name) = any(${names.map((name) => name.trim().toLowerCase())}::text[])`)
    .where('status', '=', 'active')
    .where(vacancySeenBy('vacancies', actor))
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.words, row.id]));
}
