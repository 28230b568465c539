import { CompiledQuery, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { CompanyTable } from './catalog.ts';

export const runText = async <R extends object>(tx: Tx, text: string, values: readonly unknown[] = []): Promise<R[]> =>
  (await tx.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows;

/** No lock outlives the transaction, and an import of a large company takes long. */
export async function prepareImport(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
    set_config('timezone', 'UTC', true), set_config('headwater.importing', 'on', true)`.execute(tx);
  await sql`create temp table staged (table_name text, line integer, row jsonb, primary key (table_name, line)) on commit drop`.execute(tx);
  await sql`create temp table new_ids (table_name text, old bigint, new bigint, primary key (table_name, old)) on commit drop`.execute(tx);
  await sql`create temp table taken_addresses (address text primary key) on commit drop`.execute(tx);
  await sql`create temp table stored_files (old bigint primary key, store_key text) on commit drop`.execute(tx);
}

export async function nextCompanyId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('companies', 'id')) as id`.execute(tx);
  return rows[0]?.id ?? 0;
}

export interface StagedLine {
  number: number;
  text: string;
}

export const stageLines = (tx: Tx, table: string, lines: readonly StagedLine[]) =>
  runText(tx, 'insert into staged select $1, line, row::jsonb from unnest($2::int[], $3::text[]) as each (line, row)', [
    table,
    lines.map(({ number }) => number),
    lines.map(({ text }) => text),
  ]);

/** The line of an id that occurs twice. */
export async function findRepeatedId(tx: Tx, table: string): Promise<number | undefined> {
  const [found] = await runText<{ line: number }>(
    tx,
    `select max(line) as line from staged where table_name = $1 group by row -> 'id' having count(*) > 1 limit 1`,
    [table],
  );
  return found?.line;
}

/** Ids grow in the order of the file, so that rows keep their order. */
export const assignIds = (tx: Tx, table: string, companyId: number) =>
  runText(
    tx,
    `insert into new_ids select $1, (row ->> 'id')::bigint, ${table === 'companies' ? '$2' : `nextval(pg_get_serial_sequence($1, 'id')) + 0 * $2::bigint`}
     from (select row from staged where table_name = $1 order by line) as ordered`,
    [table, companyId],
  );

export const keepFile = (tx: Tx, id: number, key: string) => runText(tx, 'insert into stored_files values ($1, $2)', [id, key]);

export async function analyzeStaged(tx: Tx): Promise<void> {
  await sql`analyze staged`.execute(tx);
  await sql`analyze new_ids`.execute(tx);
}

export async function lastLine(tx: Tx, table: CompanyTable): Promise<number> {
  const [found] = await runText<{ line: number | null }>(tx, 'select max(line) as line from staged where table_name = $1', [table.name]);
  return found?.line ?? 0;
}

export async function listStagedAddresses(tx: Tx): Promise<string[]> {
  const rows = await runText<{ address: string }>(
    tx,
    `select distinct lower(row ->> 'email') as address from staged where table_name = 'users' order by 1`,
  );
  return rows.map(({ address }) => address);
}

export const keepTaken = (tx: Tx, addresses: readonly string[]) =>
  runText(tx, 'insert into taken_addresses select unnest($1::text[])', [addresses]);

/** Over all companies: addresses that already have an account. */
export async function findTaken(tx: Tx, addresses: readonly string[]): Promise<string[]> {
  const rows = await runText<{ address: string }>(
    tx,
    `select distinct lower(email) as address from users
     where lower(email) = any($1) and moved_to is null and not is_address_pending and not is_address_released order by 1`,
    [addresses],
  );
  return rows.map(({ address }) => address);
}

export async function listNewIds(tx: Tx, table: string, { after, limit }: { after: number; limit: number }): Promise<number[]> {
  const rows = await runText<{ id: number }>(tx, 'select new as id from new_ids where table_name = $1 and new > $2 order by new limit $3', [
    table,
    after,
    limit,
  ]);
  return rows.map(({ id }) => id);
}

export const listProfileIds = (tx: Tx) =>
  runText<{ old: number; id: number }>(tx, `select old, new as id from new_ids where table_name = 'profiles'`);
