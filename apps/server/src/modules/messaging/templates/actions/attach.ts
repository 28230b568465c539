import { randomUUID } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { attachmentProblem, attachmentTypes, extensionOf, imageTypes } from '@headwater/domain/outreach/attachments';
import type { Actor } from '@headwater/domain/roles';
import type { Antivirus } from '#platform/antivirus/antivirus.ts';
import type { Database } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { FileStore } from '#platform/files/store.ts';
import { cleanName, type FileRow, insertFile } from '#modules/files/public.ts';

/** The types that the bytes may turn out to be; text has no signature. */
const sniffedTypes: Readonly<Record<string, readonly string[]>> = {
  pdf: ['application/pdf'],
  doc: ['application/x-cfb', 'application/rtf'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip'],
  rtf: ['application/rtf'],
  odt: ['application/vnd.oasis.opendocument.text'],
  ods: ['application/vnd.oasis.opendocument.spreadsheet'],
  png: ['image/png'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  gif: ['image/gif'],
  zip: ['application/zip'],
};
const textTypes: Readonly<Record<string, string>> = { txt: 'text/plain', csv: 'text/csv', svg: 'image/svg+xml' };

async function mediaType(name: string, bytes: Uint8Array): Promise<string | undefined> {
  const extension = extensionOf(name);
  const sniffed = (await fileTypeFromBuffer(bytes))?.mime;
  const text = textTypes[extension];
  // A picture in svg is seen as the xml that it is.
  if (text) return sniffed === undefined || (extension === 'svg' && /xml/.test(sniffed)) ? text : undefined;
  return sniffed && sniffedTypes[extension]?.includes(sniffed) ? sniffed : undefined;
}

export interface AttachServices {
  database: Database;
  files: FileStore;
  antivirus: Antivirus;
}

/** Keeps a file for messages. Throws FieldErrors at `file` with the messages of EDIT-032. */
export async function attachFile(
  { database, files, antivirus }: AttachServices,
  actor: Actor,
  { file, isInlineImage }: { file: File; isInlineImage: boolean },
): Promise<FileRow> {
  const filename = cleanName(file.name);
  if (file.size === 0) throw new FieldErrors({ file: 'file_empty' });
  const problem = attachmentProblem({ name: filename, bytes: file.size }, { types: isInlineImage ? imageTypes : attachmentTypes });
  const refuse = (key: 'attachment_large' | 'attachments_large' | 'attachment_type') =>
    new FieldErrors({ file: { key, parts: { name: filename } } });
  if (problem) throw refuse(problem);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = await mediaType(filename, bytes);
  if (!type) throw refuse('attachment_type');
  await antivirus.requireClean(bytes);
  const name = randomUUID();
  const storeKey = `${name.slice(0, 2)}/${name}`;
  await files.put(storeKey, bytes);
  return database.inCompany(actor.company.id, (tx) =>
    insertFile(tx, {
      companyId: actor.company.id,
      createdBy: actor.userId,
      filename,
      size: bytes.length,
      mediaType: type,
      storeKey,
      attachedTo: null,
      attachedId: null,
    }),
  );
}
