import { createHash, randomUUID } from 'node:crypto';
import type { Antivirus } from '#platform/antivirus/antivirus.ts';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { FileStore } from '#platform/files/store.ts';
import { checkBytes, cleanName } from './check-upload.ts';
import { hasContent, insertFile } from './store.ts';

interface ForeignFile {
  name: string;
  bytes: Uint8Array;
  profileId: number;
  companyId: number;
  userId: number;
}

/** Returns the id of the file; undefined for one that is no resume, and for one that the profile has. */
export async function attachBytes(
  tx: Tx,
  { files, antivirus }: { files: FileStore; antivirus: Antivirus },
  { name, bytes: given, profileId, companyId, userId }: ForeignFile,
): Promise<number | undefined> {
  const filename = cleanName(name);
  const bytes = Buffer.from(given);
  const contentHash = createHash('sha256').update(bytes).digest('hex');
  if (await hasContent(tx, profileId, contentHash)) return undefined;
  try {
    const mediaType = await checkBytes(filename, bytes, 'profile');
    await antivirus.requireClean(bytes);
    const key = randomUUID();
    const storeKey = `${key.slice(0, 2)}/${key}`;
    await files.put(storeKey, bytes);
    const owner = { companyId, createdBy: userId, attachedTo: 'profile', attachedId: profileId, purpose: 'profile' } as const;
    const { id } = await insertFile(tx, { ...owner, filename, size: bytes.length, mediaType, storeKey, contentHash });
    return id;
  } catch (error) {
    if (!(error instanceof FieldErrors)) throw error;
    return undefined;
  }
}
