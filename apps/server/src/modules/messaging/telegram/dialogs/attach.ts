import { attachmentTypes, extensionOf } from '@headwater/domain/outreach/attachments';
import { telegramFileBytes } from '@headwater/domain/outreach/telegram';
import type { Actor } from '@headwater/domain/roles';
import { cleanName, type FileRow, messageMediaType } from '#modules/files/public.ts';
import type { Antivirus } from '#platform/antivirus/antivirus.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { FileStore } from '#platform/files/store.ts';
import { saveDialogFile } from './save-dialog-file.ts';
import { requireDialog } from './require-dialog.ts';

export interface AttachServices {
  database: Database;
  files: FileStore;
  antivirus: Antivirus;
  filesTotal: number;
}

export const isTaken = (name: string): boolean => attachmentTypes.includes(extensionOf(name));

export async function attach(services: AttachServices, actor: Actor, { id, file }: { id: number; file: File }): Promise<FileRow> {
  const { database, files, antivirus, filesTotal } = services;
  await database.readInCompany(actor.company.id, (tx) => requireDialog(tx, actor, id));
  const filename = cleanName(file.name);
  if (file.size === 0) throw new FieldErrors({ file: 'file_empty' });
  if (file.size > telegramFileBytes) throw new AppError('telegram_file_too_large');
  if (!isTaken(filename)) throw new AppError('telegram_illegal_file_type');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mediaType = await messageMediaType(filename, bytes);
  if (!mediaType) throw new AppError('telegram_illegal_file_type');
  await antivirus.requireClean(bytes);
  const row = await saveDialogFile({ database, files, filesTotal }, bytes, {
    companyId: actor.company.id,
    createdBy: actor.userId,
    filename,
    mediaType,
    dialogId: id,
  });
  if (!row) throw new AppError('telegram_files_full');
  return row;
}
