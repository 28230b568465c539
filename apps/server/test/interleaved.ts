import { sql } from 'kysely';
import type { Database, Tx } from '../src/platform/database/database.ts';

interface Whose {
  id: number;
}

/** Owners of the visible rows of two tables. */
const seen = async (tx: Tx) =>
  (
    await sql<Whose>`
      select distinct company_id as id from (select company_id from users union all select company_id from departments) as rows`.execute(tx)
  ).rows.map(({ id }) => id);

/**
 * Commits, errors in code, errors of the database (also with pending queries), and writes to
 * another company.
 */
const endings: ((tx: Tx) => Promise<unknown>)[] = [
  async () => undefined,
  () => Promise.reject(new Error('given up')),
  (tx) => sql`select 1 / 0`.execute(tx),
  async (tx) => {
    void sql`select pg_sleep(0.001)`.execute(tx).catch(() => undefined);
    throw new Error('given up while asking');
  },
  (tx) => sql`insert into departments (company_id, name, created_at) values (0, 'Foreign', now())`.execute(tx),
];

/**
 * Runs more concurrent transactions than connections, for companies in turn and sometimes for the
 * system. Returns those that saw wrong rows, and the number of aborts.
 */
export async function interleave(database: Database, companies: readonly number[], count: number) {
  const foreign: { number: number; id: number; ids: number[] }[] = [];
  let [next, aborted] = [0, 0];
  const work = async () => {
    while (next < count) {
      const number = next;
      next += 1;
      const id = companies[number % companies.length] ?? 0;
      const isSystem = number % 11 === 0;
      const body = async (tx: Tx) => {
        const ids = await seen(tx);
        if (isSystem ? ids.length < companies.length : ids.length !== 1 || ids[0] !== id) foreign.push({ number, id, ids });
        await endings[((number * 7) % 13) % endings.length]?.(tx);
      };
      const open = number % 2 === 0 ? database.inCompany : database.readInCompany;
      await (isSystem ? database.asSystem(body) : open(id, body)).catch(() => (aborted += 1));
    }
  };
  await Promise.all(Array.from({ length: 30 }, work));
  return { foreign, aborted };
}
