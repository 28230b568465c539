import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Tx } from '#platform/database/database.ts';
import { exportedTables } from './company-tables.ts';

export interface StoredFileRow {
  id: number;
  filename: string;
  store_key: string;
}

const page = 500;

/** Files of the exported rows, page by page. */
export async function* readFileRows(client: Client): AsyncGenerator<StoredFileRow> {
  const condition = exportedTables['files']?.where ?? 'true';
  for (let last = 0; ;) {
    const { rows } = await client.query<StoredFileRow>(
      `select t.id, t.filename, t.store_key from files as t where t.id > $1 and (${condition}) order by t.id limit ${page}`,
      [last],
    );
    yield* rows;
    if (rows.length < page) return;
    last = rows.at(-1)?.id ?? last;
  }
}

export async function readCompany(client: Client): Promise<{ id: number; name: string }> {
  const { rows } = await client.query<{ id: number; name: string }>('select id, name from companies where id = headwater_company()');
  if (!rows[0]) throw new Error('the company of the export does not exist');
  return rows[0];
}

/** Hashes of erased people, and of addresses of which only the hash remains. */
export async function hasFingerprints(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from erased_fingerprints where company_id is not null) or exists (select from suppressions where address is null) as found`,
  );
  return rows[0]?.found ?? false;
}

/** Over all companies. */
export async function listCompanyNames(tx: Tx): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from companies where deleted_at is null order by id`.execute(tx);
  return rows;
}
