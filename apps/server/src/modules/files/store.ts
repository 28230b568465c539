import type { ColumnType, Generated } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

type FileTables = {
  files: {
    id: Generated<number>;
    company_id: number;
    created_by: number | null;
    filename: string;
    size: number;
    media_type: string;
    store_key: string;
    attached_to: 'profile' | 'message' | 'export' | null;
    attached_id: number | null;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
};
const tables = (tx: Tx) => tx.withTables<FileTables>();

export type FileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>;

export const findFile = (tx: Tx, fileId: number) => tables(tx).selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirst();

export interface NewFile {
  companyId: number;
  createdBy: number;
  filename: string;
  size: number;
  mediaType: string;
  storeKey: string;
  attachedTo: 'profile' | 'message' | 'export' | null;
  attachedId: number | null;
}

export const insertFile = (tx: Tx, file: NewFile) =>
  tables(tx)
    .insertInto('files')
    .values({
      company_id: file.companyId,
      created_by: file.createdBy,
      filename: file.filename,
      size: file.size,
      media_type: file.mediaType,
      store_key: file.storeKey,
      attached_to: file.attachedTo,
      attached_id: file.attachedId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteFile = (tx: Tx, fileId: number) =>
  tables(tx).deleteFrom('files').where('id', '=', fileId).returning('store_key').executeTakeFirst();

/** Files that hang on one thing, newest first. */
export const listAttached = (tx: Tx, attachedTo: 'profile' | 'message', attachedId: number) =>
  tables(tx)
    .selectFrom('files')
    .selectAll()
    .where('attached_to', '=', attachedTo)
    .where('attached_id', '=', attachedId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
