import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import type { Tx } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import { cleanName } from './check-upload.ts';
import { hasContent, insertFile } from './store.ts';

export interface ImportedResume {
  path: string;
  /** SHA-256 of the bytes. A second import of the same file attaches nothing. */
  hash: string;
  profileId: number;
  /** Null for the common base. */
  companyId: number | null;
}

/** Writes the bytes before the row: a crash leaves no row without bytes. */
export async function saveImportedResume(tx: Tx, files: FileStore, { path, hash, profileId, companyId }: ImportedResume): Promise<void> {
  if (await hasContent(tx, profileId, hash)) return;
  const bytes = await readFile(path);
  const name = randomUUID();
  const storeKey = `${name.slice(0, 2)}/${name}`;
  await files.put(storeKey, bytes);
  await insertFile(tx, {
    companyId,
    createdBy: null,
    filename: cleanName(basename(path)),
    size: bytes.length,
    mediaType: (await fileTypeFromBuffer(bytes))?.mime ?? 'text/plain',
    storeKey,
    attachedTo: 'profile',
    attachedId: profileId,
    contentHash: hash,
  });
}
