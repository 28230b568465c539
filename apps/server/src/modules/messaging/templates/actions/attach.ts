import { randomUUID } from 'node:crypto';
import { attachmentProblem, attachmentTypes, imageTypes } from '@headwater/domain/outreach/attachments';
import type { Actor } from '@headwater/domain/roles';
import type { Antivirus } from '#platform/antivirus/antivirus.ts';
import type { Database } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { FileStore } from '#platform/files/store.ts';
import { cleanName, type FileRow, insertFile, messageMediaType } from '#modules/files/public.ts';

export interface AttachServices {
  database: Database;
  files: FileStore;
  antivirus: Antivirus;
}

/** Throws FieldErrors at `file` with the messages of EDIT-032. */
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
  const type = await messageMediaType(filename, bytes);
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
