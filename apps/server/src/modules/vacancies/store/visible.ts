import { sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import type { VacancyTables } from '../tables.ts';
import { visibleTo } from './vacancies.ts';

/** Those of the vacancies that the person may see. */
export const visibleVacancies = (tx: Tx, actor: Actor, ids: readonly number[]) =>
  tx
    .withTables<VacancyTables>()
    .selectFrom('vacancies')
    .select(['id', 'name', 'status'])
    .where('id', '=', sql<number>`any(${ids})`)
    .where((select) => visibleTo(select, actor))
    .execute();
