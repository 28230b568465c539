import { Pool } from 'pg';
import type { SearchDocument } from '../../apps/server/src/modules/search/port.ts';
import { createDocumentSource } from '../../apps/server/src/modules/search/source.ts';
import type { Application } from '../../apps/server/src/app.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import type { BenchQuery } from './queries.ts';
import type { Measured } from './clients.ts';

/** What PostgreSQL does by itself with the same documents: GIN indexes for finding, exact counts of the facets over what was found. */

const facetFields = [
  'general',
  'contacts',
  'language',
  'site',
  'seniorityLevel',
  'companySizeAny',
  'industry',
  'lastCompany',
  'education',
  'educationLevel',
  'location',
  'gender',
];

const termsOf = (document: SearchDocument) =>
  Object.entries(document.terms).flatMap(([field, values]) => values.map((value) => `${field}=${value}`));
const textOf = (document: SearchDocument) => Object.values(document.texts).flat().join('\n').slice(0, 200_000);
const rankOf = (document: SearchDocument) => document.freshness * 600 + document.completeness * 300;

/** Makes and fills the comparison table, unless an earlier run did. */
export async function fillTable(url: string, { database }: Application): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  const { rows: whole } = await pool.query("select from pg_indexes where indexname = 'bench_documents_whole'");
  if (whole.length > 0) return pool.end();
  await pool.query('drop table if exists bench_documents');
  await pool.query(
    'create table bench_documents (id bigint primary key, rank real not null, terms text[] not null, words tsvector not null, numbers jsonb not null)',
  );
  const { documents } = await createDocumentSource({ database, clock: systemClock, log: createLog('error') }).all();
  for await (const batch of documents) {
    const rows = batch.map((document) => ({
      id: document.id,
      rank: rankOf(document),
      terms: termsOf(document),
      text: textOf(document),
      numbers: document.numbers,
    }));
    await pool.query(
      `insert into bench_documents select id, rank, terms, to_tsvector('simple', text), numbers
       from jsonb_to_recordset($1::jsonb) as t (id bigint, rank real, terms text[], text text, numbers jsonb)`,
      [JSON.stringify(rows)],
    );
  }
  await pool.query('create index on bench_documents using gin (terms)');
  await pool.query('create index on bench_documents using gin (words)');
  await pool.query('vacuum analyze bench_documents');
  await pool.query('create index bench_documents_whole on bench_documents (rank desc, id)');
  await pool.end();
}

const facets = (condition: string) => `
  select split_part(term, '=', 1) as facet, term, count(*) from bench_documents, unnest(terms) as term
  where ${condition} and split_part(term, '=', 1) = any($1) group by term`;

async function ask(pool: Pool, query: BenchQuery): Promise<void> {
  const { rows } = await pool.query(`select id from bench_documents where ${query.sql} order by rank desc, id limit 20`);
  await pool.query(`select count(*) from bench_documents where ${query.sql}`);
  await pool.query(facets(query.sql), [facetFields]);
  if (query.sqlWithout) await pool.query(facets(query.sqlWithout), [['seniorityLevel']]);
  await pool.query('select id, data from profiles where id = any($1)', [rows.map((row: { id: string }) => row.id)]);
}

/** Asks the queries with so many connections at once. */
export async function measurePostgres(url: string, queries: readonly BenchQuery[], clients: number): Promise<Measured> {
  const pool = new Pool({ connectionString: url, max: clients });
  const times: number[] = [];
  let next = 0;
  const start = performance.now();
  const client = async () => {
    for (let query = queries[next++]; query; query = queries[next++]) {
      const from = performance.now();
      await ask(pool, query);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await pool.end();
  return { times, seconds: (performance.now() - start) / 1000, failures: [], bytes: 0, cpuMs: 0 };
}
