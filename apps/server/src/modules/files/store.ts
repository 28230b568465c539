import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { FileTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<FileTables>();

export type FileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>;

export const findFile = (tx: Tx, fileId: number) => tables(tx).selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirst();

/** Blocks deletion of the file until commit. Returns undefined if it does not exist. */
export const shareLockFile = (tx: Tx, fileId: number) =>
  tables(tx).selectFrom('files').selectAll().where('id', '=', fileId).forKeyShare().executeTakeFirst();

export interface NewFile {
  companyId: number | null;
  createdBy: number | null;
  filename: string;
  size: number;
  mediaType: string;
  storeKey: string;
  attachedTo: 'profile' | 'message' | 'export' | 'telegram' | null;
  attachedId: number | null;
  contentHash?: string;
  purpose?: 'profile' | null;
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
      content_hash: file.contentHash ?? null,
      purpose: file.purpose ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const attachToProfile = (tx: Tx, { fileId, profileId, hash }: { fileId: number; profileId: number; hash: string }) =>
  tables(tx)
    .updateTable('files')
    .set({ attached_to: 'profile', attached_id: profileId, content_hash: hash })
    .where('id', '=', fileId)
    .where('attached_to', 'is', null)
    .execute();

/** Returns false, without changes, if the profile has other files. */
export async function detachCreated(tx: Tx, { profileId, marks }: { profileId: number; marks: readonly Buffer[] }): Promise<boolean> {
  const rows = await listAttached(tx, 'profile', [profileId]);
  if (rows.some((row) => row.purpose !== 'profile')) return false;
  await detachAll(tx, { profileId, marks });
  return true;
}

/** The files are deleted like uploads that created no profile. `marks` let an erasure of the person find them. */
export async function detachAll(tx: Tx, { profileId, marks }: { profileId: number; marks: readonly Buffer[] }): Promise<void> {
  await tables(tx)
    .updateTable('files')
    .set({
      attached_to: null,
      attached_id: null,
      purpose: 'profile',
      person_fingerprints: sql<Buffer[]>`coalesce(person_fingerprints, '{}') || ${marks}::bytea[]`,
    })
    .where('attached_to', '=', 'profile')
    .where('attached_id', '=', profileId)
    .execute();
}

/** Detaches files from these profiles; they are deleted like other unused files. */
export const detachFiles = (tx: Tx, fileIds: readonly number[], profileIds: readonly number[]) =>
  tables(tx)
    .updateTable('files')
    .set({ attached_to: null, attached_id: null })
    .where('attached_to', '=', 'profile')
    .where('attached_id', '=', sql<number>`any(${profileIds}::bigint[])`)
    .where('id', '=', sql<number>`any(${fileIds}::bigint[])`)
    .execute();

export async function profileOfContent(tx: Tx, companyId: number, hash: string): Promise<number | undefined> {
  const query = tables(tx)
    .selectFrom('files')
    .select('attached_id')
    .where('attached_to', '=', 'profile')
    .where('company_id', '=', companyId);
  return (await query.where('content_hash', '=', hash).orderBy('id').executeTakeFirst())?.attached_id ?? undefined;
}

export async function hasContent(tx: Tx, profileId: number, hash: string): Promise<boolean> {
  const query = tables(tx).selectFrom('files').select('id').where('attached_to', '=', 'profile').where('attached_id', '=', profileId);
  return (await query.where('content_hash', '=', hash).executeTakeFirst()) !== undefined;
}

export const deleteFile = (tx: Tx, fileId: number) =>
  tables(tx).deleteFrom('files').where('id', '=', fileId).returning('store_key').executeTakeFirst();

export const listAttached = (tx: Tx, attachedTo: 'profile' | 'message', attachedIds: readonly number[]) =>
  tables(tx)
    .selectFrom('files')
    .selectAll()
    .where('attached_to', '=', attachedTo)
    .where('attached_id', 'in', [...attachedIds])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const markUpload = (tx: Tx, fileId: number, marks: readonly Buffer[]) =>
  tables(tx)
    .updateTable('files')
    .set({ person_fingerprints: sql<Buffer[]>`${marks}::bytea[]` })
    .where('id', '=', fileId)
    .where('attached_to', 'is', null)
    .execute();

/** Null: all companies. Returns the store keys of the deleted files. */
export async function deleteUploadsOf(
  tx: Tx,
  { companyId, marks }: { companyId: number | null; marks: readonly Buffer[] },
): Promise<string[]> {
  const rows = await tables(tx)
    .deleteFrom('files')
    .where('purpose', '=', 'profile')
    .where('attached_to', 'is', null)
    .where(sql<boolean>`person_fingerprints && ${marks}::bytea[]`)
    .$if(companyId !== null, (query) => query.where('company_id', '=', companyId))
    .returning('store_key')
    .execute();
  return rows.map((row) => row.store_key);
}

/** Over all companies. Returns the store keys of the deleted files. */
export async function deleteFilesOf(tx: Tx, profileId: number): Promise<string[]> {
  const rows = await tables(tx)
    .deleteFrom('files')
    .where('attached_to', '=', 'profile')
    .where('attached_id', '=', profileId)
    .returning('store_key')
    .execute();
  return rows.map((row) => row.store_key);
}

/** Skips files that a mailing or template uses. Returns the store keys. */
export async function deleteDetachedFiles(tx: Tx, fileIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ store_key: string }>`
    delete from files where id = any(${fileIds}::bigint[]) and attached_to is null
      and not exists (select from mailing_files where mailing_files.file_id = files.id)
      and not exists (select from mailing_template_files where mailing_template_files.file_id = files.id)
    returning store_key`.execute(tx);
  return rows.map((row) => row.store_key);
}

export async function deleteTelegramFiles(tx: Tx, dialogIds: readonly number[]): Promise<string[]> {
  const rows = await tables(tx)
    .deleteFrom('files')
    .where('attached_to', '=', 'telegram')
    .where('attached_id', '=', sql<number>`any(${dialogIds}::bigint[])`)
    .returning('store_key')
    .execute();
  return rows.map((row) => row.store_key);
}

export async function moveFiles(
  tx: Tx,
  { companyId, from, into, only }: { companyId: number; from: number; into: number; only?: readonly number[] },
): Promise<number[]> {
  const rows = await tables(tx)
    .updateTable('files')
    .set({ attached_id: into })
    .where('attached_to', '=', 'profile')
    .where('attached_id', '=', from)
    .where('company_id', '=', companyId)
    .$if(only !== undefined, (query) => query.where('id', 'in', [...(only ?? []), 0]))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export const moveTelegramFiles = (tx: Tx, { from, into }: { from: number; into: number }) =>
  tables(tx)
    .updateTable('files')
    .set({ attached_id: into })
    .where('attached_to', '=', 'telegram')
    .where('attached_id', '=', from)
    .execute();

export async function bytesOfDialogs(tx: Tx, companyId: number): Promise<number> {
  const row = await tables(tx)
    .selectFrom('files')
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes'))
    .where('company_id', '=', companyId)
    .where('attached_to', '=', 'telegram')
    .executeTakeFirstOrThrow();
  return Number(row.bytes);
}

/** Locks uploads from before that created no profile, over all companies. */
export const takeUnused = (tx: Tx, before: Date, limit: number) =>
  tables(tx)
    .selectFrom('files')
    .select(['id', 'store_key'])
    .where('purpose', '=', 'profile')
    .where('attached_to', 'is', null)
    .where('created_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

export const deleteFileRows = (tx: Tx, ids: readonly number[]) =>
  tables(tx)
    .deleteFrom('files')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
