import { randomUUID } from 'node:crypto';
import { bytesOfDialogs } from '#modules/files/public/dialogs.ts';
import { type FileRow, insertFile } from '#modules/files/public.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { lockUntilCommit } from '#platform/database/locks.ts';
import type { FileStore } from '#platform/files/store.ts';
import { shareLockDialog } from '../store/dialogs.ts';

interface Room {
  companyId: number;
  total: number;
  needed: number;
}

export const hasRoom = async (tx: Tx, { companyId, total, needed }: Room): Promise<boolean> =>
  (await bytesOfDialogs(tx, companyId)) + needed <= total;

interface KeepServices {
  database: Database;
  files: FileStore;
  filesTotal: number;
}

interface NewDialogFile {
  companyId: number;
  createdBy: number | null;
  filename: string;
  mediaType: string;
  dialogId: number;
}

export async function saveDialogFile(
  { database, files, filesTotal }: KeepServices,
  bytes: Uint8Array,
  { companyId, createdBy, filename, mediaType, dialogId }: NewDialogFile,
): Promise<FileRow | undefined> {
  const room = { companyId, total: filesTotal, needed: bytes.length };
  if (!(await database.readInCompany(companyId, (tx) => hasRoom(tx, room)))) return undefined;
  const name = randomUUID();
  const storeKey = `${name.slice(0, 2)}/${name}`;
  await files.put(storeKey, bytes);
  const row = await database.inCompany(companyId, async (tx) => {
    await lockUntilCommit(tx, 'dialogFiles', companyId);
    // The person may have been erased during the upload.
    if (!(await shareLockDialog(tx, dialogId)) || !(await hasRoom(tx, room))) return undefined;
    const facts = { companyId, createdBy, filename, mediaType, storeKey };
    return insertFile(tx, { ...facts, size: bytes.length, attachedTo: 'telegram', attachedId: dialogId });
  });
  if (!row) await files.remove(storeKey);
  return row;
}
