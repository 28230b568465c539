import { randomUUID } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { type Actor, isHiringManagerLike } from '@headwater/domain/roles';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { FileStore } from '#platform/files/store.ts';
import { type IsCandidateFor, visibleProfileIds } from '#modules/profiles/public.ts';
import { mayDeleteFile, mayReadFile } from './policy.ts';
import { deleteFile, type FileRow, findFile, insertFile } from './store.ts';

/** FILE-006. */
const maxMegabytes = 10;
/** What may be stored by its extension, with the types that the bytes may turn out to be; text has no signature. */
const accepted: Record<string, readonly string[]> = {
  pdf: ['application/pdf'],
  doc: ['application/x-cfb', 'application/rtf'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip'],
  rtf: ['application/rtf'],
  odt: ['application/vnd.oasis.opendocument.text'],
  txt: [],
  png: ['image/png'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  gif: ['image/gif'],
  zip: ['application/zip'],
};

const extensionOf = (filename: string) => /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';

/** Control characters, and those that turn the direction of text: they can make an ending look like another one. */
const unshown = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Keeps the last part of a name, without what is not shown, within the column. */
function cleanName(filename: string): string {
  const last = filename.split(/[\\/]/).at(-1) ?? '';
  const clean = last.replace(unshown, '').trim();
  const extension = extensionOf(clean);
  return clean.length <= 255 ? clean || 'file' : `${clean.slice(0, 254 - extension.length)}.${extension}`;
}

async function checkBytes(filename: string, bytes: Uint8Array): Promise<string> {
  if (bytes.length === 0) throw new FieldErrors({ file: 'file_empty' });
  if (bytes.length > maxMegabytes * 1024 * 1024) throw new FieldErrors({ file: { key: 'file_too_large', parts: { max: maxMegabytes } } });
  const allowed = accepted[extensionOf(filename)];
  if (!allowed) throw new FieldErrors({ file: 'file_type' });
  const sniffed = await fileTypeFromBuffer(bytes);
  if (sniffed ? !allowed.includes(sniffed.mime) : allowed.length > 0) throw new FieldErrors({ file: 'file_type' });
  return sniffed?.mime ?? 'text/plain';
}

export interface FileServices {
  database: Database;
  files: FileStore;
  isCandidateFor: IsCandidateFor;
}

/** Checks, keeps and records an uploaded file; attached to a profile where one is named. */
export async function uploadFile(
  { database, files }: FileServices,
  actor: Actor,
  upload: { file: File; profileId?: number | undefined },
): Promise<FileRow> {
  const filename = cleanName(upload.file.name);
  const bytes = new Uint8Array(await upload.file.arrayBuffer());
  const mediaType = await checkBytes(filename, bytes);
  const name = randomUUID();
  const storeKey = `${name.slice(0, 2)}/${name}`;
  const { profileId } = upload;
  return database.inCompany(actor.company.id, async (tx) => {
    if (profileId !== undefined && !(await visibleProfileIds(tx, [profileId])).has(profileId)) throw new AppError('profile_not_found');
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
    });
  });
}

export async function requireFile(
  { isCandidateFor }: Pick<FileServices, 'isCandidateFor'>,
  tx: Tx,
  { actor, fileId }: { actor: Actor; fileId: number },
): Promise<FileRow> {
  const file = await findFile(tx, fileId);
  if (!file || !mayReadFile(actor, file)) throw new AppError('not_found');
  const hidden = isHiringManagerLike(actor) && (file.attached_id === null || !(await isCandidateFor(tx, actor, file.attached_id)));
  if (hidden) throw new AppError('not_found');
  return file;
}

/** Forgets the file; its bytes go after the row, so that a crash leaves bytes without a row and never the reverse. */
export async function removeFile(services: FileServices, actor: Actor, fileId: number): Promise<void> {
  const { database, files } = services;
  const key = await database.inCompany(actor.company.id, async (tx) => {
    const file = await requireFile(services, tx, { actor, fileId });
    if (!mayDeleteFile(actor, file)) throw new AppError('forbidden');
    return (await deleteFile(tx, fileId))?.store_key;
  });
  if (key) await files.remove(key);
}
