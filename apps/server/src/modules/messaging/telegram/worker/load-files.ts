import { randomUUID } from 'node:crypto';
import { telegramFileBytes } from '@headwater/domain/outreach/telegram';
import { cleanName, insertFile, messageMediaType } from '#modules/files/public.ts';
import { announceDialogs } from '../actions/dialogs.ts';
import { listLoading, type MessageRow, setFile } from '../store/messages.ts';
import type { FileState } from '../tables.ts';
import type { AccountContext } from './services.ts';

type LoadedFile = { file_id: number | null; file_state: FileState };

async function keep(context: AccountContext, message: MessageRow, bytes: Uint8Array): Promise<LoadedFile> {
  const filename = cleanName(message.file_name ?? '');
  if (bytes.length > telegramFileBytes) return { file_id: null, file_state: 'file_too_large' };
  const mediaType = await messageMediaType(filename, bytes);
  // TG-058: its name said something else.
  if (!mediaType) return { file_id: null, file_state: 'illegal_file_type' };
  try {
    await context.antivirus.requireClean(bytes);
  } catch {
    return { file_id: null, file_state: 'failed' };
  }
  const name = randomUUID();
  const storeKey = `${name.slice(0, 2)}/${name}`;
  await context.files.put(storeKey, bytes);
  const row = await context.database.inCompany(context.companyId, (tx) =>
    insertFile(tx, {
      companyId: context.companyId,
      createdBy: null,
      filename,
      size: bytes.length,
      mediaType,
      storeKey,
      attachedTo: 'telegram',
      attachedId: message.dialog_id,
    }),
  );
  return { file_id: row.id, file_state: 'stored' };
}

/** Fetches the files that people sent, of up to 5 MB, so that they stay readable whatever becomes of the account. */
export async function loadFiles(context: AccountContext): Promise<void> {
  const waiting = await context.database.readInCompany(context.companyId, (tx) => listLoading(tx, context.accountId));
  for (const message of waiting) {
    const loaded = await context.line.download(message.telegram_id ?? 0, telegramFileBytes);
    if (!loaded.ok && loaded.failure.code === 'flood_wait') return;
    const file: LoadedFile = loaded.ok ? await keep(context, message, loaded.bytes) : { file_id: null, file_state: 'failed' };
    await context.database.inCompany(context.companyId, async (tx) => {
      await setFile(tx, message.id, file);
      await announceDialogs(tx, context.companyId, [message.dialog_id]);
    });
  }
}
