import type { Generated } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

type ImportTables = {
  imports: {
    source_hash: string;
    file_name: string;
    company_id: number | null;
    kind: string;
    records_done: Generated<number>;
    imported: Generated<number>;
    failed: Generated<number>;
    erased: Generated<number>;
    started_at: Date;
    finished_at: Date | null;
  };
};

const tables = (tx: Tx) => tx.withTables<ImportTables>();

export const findImport = (tx: Tx, sourceHash: string) =>
  tables(tx).selectFrom('imports').selectAll().where('source_hash', '=', sourceHash).executeTakeFirst();

export interface NewImport {
  sourceHash: string;
  fileName: string;
  companyId: number | null;
  kind: string;
  startedAt: Date;
}

/** Also restarts a finished import. */
export async function startImport(tx: Tx, { sourceHash, fileName, companyId, kind, startedAt }: NewImport): Promise<void> {
  const fresh = { file_name: fileName, kind, records_done: 0, imported: 0, failed: 0, erased: 0, started_at: startedAt, finished_at: null };
  await tables(tx)
    .insertInto('imports')
    .values({ source_hash: sourceHash, company_id: companyId, ...fresh })
    .onConflict((conflict) => conflict.column('source_hash').doUpdateSet(fresh))
    .execute();
}

/** Counts of the whole import so far, not of the last batch. */
export interface Reached {
  recordsDone: number;
  imported: number;
  failed: number;
  erased: number;
  finishedAt?: Date;
}

export const saveReached = (tx: Tx, sourceHash: string, { recordsDone, imported, failed, erased, finishedAt }: Reached) =>
  tables(tx)
    .updateTable('imports')
    .set({ records_done: recordsDone, imported, failed, erased, finished_at: finishedAt ?? null })
    .where('source_hash', '=', sourceHash)
    .execute();
