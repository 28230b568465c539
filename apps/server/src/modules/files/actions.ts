import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Actor, isAdminType, isHiringManagerLike } from '@headwater/domain/roles';
import type { Antivirus } from '#platform/antivirus/antivirus.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { type FileStore, isMissing } from '#platform/files/store.ts';
import { checkBytes, cleanName, type UploadPurpose } from './check-upload.ts';
import { deleteFile, type FileRow, findFile, insertFile } from './store.ts';

const isResume = (file: Pick<FileRow, 'attached_to' | 'purpose'>) =>
  file.attached_to === 'profile' || (file.attached_to === null && file.purpose === 'profile');

type Owned = Pick<FileRow, 'attached_to' | 'company_id' | 'created_by' | 'purpose'>;

/** FILE-021. One’s own unattached resumes need no right to resumes. */
const mayReadFile = (actor: Actor, file: Owned) =>
  (file.company_id === actor.company.id || file.company_id === null) &&
  // Files of a dialog are served by the dialog.
  file.attached_to !== 'telegram' &&
  (!isResume(file) || actor.permissions.resumes || (file.attached_to === null && file.created_by === actor.userId));

/** Companies cannot delete files of the common base. */
const mayDeleteFile = (actor: Actor, file: Owned) =>
  file.company_id === actor.company.id && mayReadFile(actor, file) && (file.created_by === actor.userId || isAdminType(actor));

export interface FileServices {
  database: Database;
  files: FileStore;
  antivirus: Antivirus;
  people: PeopleOfFiles;
}

interface PeopleOfFiles {
  visibleProfileIds(tx: Tx, profileIds: readonly number[]): Promise<ReadonlySet<number>>;
  contactsAreOpen(tx: Tx, actor: Actor, profileId: number): Promise<boolean>;
  isCandidateFor(tx: Tx, actor: Actor, profileId: number): Promise<boolean>;
}

export async function uploadFile(
  { database, files, antivirus, people }: FileServices,
  actor: Actor,
  upload: { file: File; profileId?: number | undefined; purpose?: UploadPurpose },
): Promise<FileRow> {
  const filename = cleanName(upload.file.name);
  const bytes = new Uint8Array(await upload.file.arrayBuffer());
  const mediaType = await checkBytes(filename, bytes, upload.purpose);
  await antivirus.requireClean(bytes);
  const name = randomUUID();
  const storeKey = `${name.slice(0, 2)}/${name}`;
  const { profileId } = upload;
  return database.inCompany(actor.company.id, async (tx) => {
    if (profileId !== undefined && !(await people.visibleProfileIds(tx, [profileId])).has(profileId))
      throw new AppError('profile_not_found');
    await files.put(storeKey, bytes);
    return insertFile(tx, {
      companyId: actor.company.id,
      createdBy: actor.userId,
      filename,
      size: bytes.length,
      mediaType,
      storeKey,
      attachedTo: profileId === undefined ? null : 'profile',
      attachedId: profileId ?? null,
      purpose: upload.purpose === 'profile' ? 'profile' : null,
    });
  });
}

export async function requireFile(
  { people }: Pick<FileServices, 'people'>,
  tx: Tx,
  { actor, fileId }: { actor: Actor; fileId: number },
): Promise<FileRow> {
  const file = await findFile(tx, fileId);
  if (!file || !mayReadFile(actor, file)) throw new AppError('not_found');
  const hidden = isHiringManagerLike(actor) && (file.attached_id === null || !(await people.isCandidateFor(tx, actor, file.attached_id)));
  if (hidden) throw new AppError('not_found');
  // A resume of the common base contains contacts, which have to be opened first.
  if (file.company_id === null && file.attached_id !== null && !(await people.contactsAreOpen(tx, actor, file.attached_id)))
    throw new AppError('resume_closed');
  return file;
}

export interface ReadFile {
  row: FileRow;
  bytes: Buffer;
}

/** Throws not_found if the row or the bytes are missing. */
export async function readFileOf(services: FileServices, actor: Actor, fileId: number): Promise<ReadFile> {
  const row = await services.database.inCompany(actor.company.id, (tx) => requireFile(services, tx, { actor, fileId }));
  try {
    return { row, bytes: await buffer(await services.files.read(row.store_key)) };
  } catch (error) {
    throw isMissing(error) ? new AppError('not_found') : error;
  }
}

/** A crash after the row may leave bytes without a row, but never the reverse. */
export async function removeFile(services: FileServices, actor: Actor, fileId: number): Promise<void> {
  const { database, files } = services;
  const key = await database.inCompany(actor.company.id, async (tx) => {
    const file = await requireFile(services, tx, { actor, fileId });
    if (!mayDeleteFile(actor, file)) throw new AppError('forbidden');
    return (await deleteFile(tx, fileId))?.store_key;
  });
  if (key) await files.remove(key);
}
