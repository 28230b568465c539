import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ColumnMeaning } from '@headwater/domain/profiles/table-import';
import type { Tx } from '#platform/database/database.ts';
import type { ImportOptions, LeftOutRow, PartChanges, TableImportTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<TableImportTables>();

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

export const findImport = (tx: Tx, importId: number) =>
  tables(tx).selectFrom('table_imports').selectAll().where('id', '=', importId).executeTakeFirst();

export const lockOwnImport = (tx: Tx, importId: number, userId: number) =>
  tables(tx)
    .selectFrom('table_imports')
    .selectAll()
    .where('id', '=', importId)
    .where('created_by', '=', userId)
    .forUpdate()
    .executeTakeFirst();

export const listOwnImports = (tx: Tx, userId: number, limit: number) =>
  tables(tx)
    .selectFrom('table_imports')
    .selectAll()
    .where('created_by', '=', userId)
    .where('options', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export async function insertImport(tx: Tx, row: { companyId: number; userId: number; fileName: string; size: number }): Promise<number> {
  const { id } = await tables(tx)
    .insertInto('table_imports')
    .values({ company_id: row.companyId, created_by: row.userId, file_name: row.fileName, size: row.size })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Bytes of files that one user has uploaded and not yet imported. */
export async function countWaitingBytes(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::bigint as bytes from table_imports where created_by = ${userId} and options is null
      and created_at > now() - interval '1 day'`.execute(tx);
  return Number(rows[0]?.bytes ?? 0);
}

interface Piece {
  importId: number;
  companyId: number;
  number: number;
  storeKey: string;
  size: number;
}

/** Returns the store key of the piece that this one replaces. */
export async function savePiece(tx: Tx, { importId, companyId, number, storeKey, size }: Piece): Promise<string | undefined> {
  const before = await tables(tx)
    .deleteFrom('table_import_pieces')
    .where('import_id', '=', importId)
    .where('number', '=', number)
    .returning('store_key')
    .executeTakeFirst();
  await tables(tx)
    .insertInto('table_import_pieces')
    .values({ import_id: importId, company_id: companyId, number, store_key: storeKey, size })
    .execute();
  return before?.store_key;
}

export const listPieces = (tx: Tx, importId: number) =>
  tables(tx).selectFrom('table_import_pieces').selectAll().where('import_id', '=', importId).orderBy('number').execute();

export const setStarted = (tx: Tx, importId: number, options: ImportOptions) =>
  tables(tx)
    .updateTable('table_imports')
    .set({ options: JSON.stringify(options) })
    .where('id', '=', importId)
    .execute();

export const setJob = (tx: Tx, importId: number, jobId: number) =>
  tables(tx).updateTable('table_imports').set({ job_id: jobId }).where('id', '=', importId).execute();

export interface PartCounts {
  done: number;
  created: number;
  changed: number;
  known: number;
  erased: number;
  leftOut: number;
}

export const addCounts = (tx: Tx, importId: number, counts: PartCounts) =>
  tables(tx)
    .updateTable('table_imports')
    .set({
      done: sql<number>`done + ${counts.done}`,
      created: sql<number>`created + ${counts.created}`,
      changed: sql<number>`changed + ${counts.changed}`,
      known: sql<number>`known + ${counts.known}`,
      erased: sql<number>`erased + ${counts.erased}`,
      left_out: sql<number>`left_out + ${counts.leftOut}`,
    })
    .where('id', '=', importId)
    .returning(['done', 'created', 'changed', 'known', 'erased', 'left_out'])
    .executeTakeFirstOrThrow();

export const insertPart = (
  tx: Tx,
  part: { importId: number; companyId: number; number: number; leftOut: readonly LeftOutRow[]; changes: PartChanges },
) =>
  tables(tx)
    .insertInto('table_import_parts')
    .values({
      import_id: part.importId,
      company_id: part.companyId,
      number: part.number,
      left_out: JSON.stringify(part.leftOut),
      changes: JSON.stringify(part.changes),
    })
    .execute();

export const findPart = (tx: Tx, importId: number, number: number) =>
  tables(tx).selectFrom('table_import_parts').selectAll().where('import_id', '=', importId).where('number', '=', number).executeTakeFirst();

export async function countParts(tx: Tx, importId: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from table_import_parts where import_id = ${importId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

const hashOf = (header: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify(header.map((cell) => cell.trim().toLowerCase())))
    .digest();

/** IMP-004 */
export async function findMapping(tx: Tx, header: readonly string[]): Promise<ColumnMeaning[] | undefined> {
  if (header.length === 0) return undefined;
  const row = await tables(tx).selectFrom('table_mappings').select('columns').where('header_hash', '=', hashOf(header)).executeTakeFirst();
  return row?.columns;
}

export async function saveMapping(
  tx: Tx,
  { companyId, header, columns, now }: { companyId: number; header: readonly string[]; columns: ColumnMeaning[]; now: Date },
): Promise<void> {
  if (header.length === 0) return;
  await tables(tx)
    .insertInto('table_mappings')
    .values({ company_id: companyId, header_hash: hashOf(header), columns, updated_at: now })
    .onConflict((conflict) => conflict.columns(['company_id', 'header_hash']).doUpdateSet({ columns, updated_at: now }))
    .execute();
}

/** Over all companies: pieces of imports that are over, or were never started. */
export async function takeOldPieces(tx: Tx, before: Date, limit: number) {
  const { rows } = await sql<{ import_id: number; number: number; store_key: string }>`
    select piece.import_id, piece.number, piece.store_key from table_import_pieces as piece
    join table_imports as import on import.id = piece.import_id left join jobs on jobs.id = import.job_id
    where case when import.options is null then import.created_at < ${before}
      else coalesce(jobs.status, 'done') not in ('queued', 'running') end
    order by piece.import_id, piece.number limit ${limit}`.execute(tx);
  return rows;
}

export const deletePieces = (tx: Tx, pieces: readonly { import_id: number; number: number }[]) =>
  sql`delete from table_import_pieces using unnest(${pieces.map((piece) => piece.import_id)}::bigint[], ${pieces.map(({ number }) => number)}::int[])
    as old (import_id, number) where table_import_pieces.import_id = old.import_id and table_import_pieces.number = old.number`.execute(tx);

/** Changes that can no longer be undone, and left-out rows that are too old. */
export async function forgetOldParts(tx: Tx, { now, before }: { now: Date; before: Date }): Promise<void> {
  await sql`update table_import_parts as part set changes = null from table_imports as import join jobs on jobs.id = import.job_id
    where import.id = part.import_id and part.changes is not null
      and jobs.status in ('done', 'failed', 'cancelled', 'undone') and (jobs.undo_until is null or jobs.undo_until < ${now})`.execute(tx);
  await sql`update table_import_parts as part set left_out = '[]' from table_imports as import
    where import.id = part.import_id and import.created_at < ${before} and part.left_out <> '[]'`.execute(tx);
}
