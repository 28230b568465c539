import type { TelegramUpload } from '@headwater/contract/telegram-dialogs';
import { telegramMessages } from '@headwater/contract/catalogue/telegram';
import { api, request } from '#lib/api.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { saveFile } from '#lib/save-file.ts';
import { fileProblem } from '../model/files.ts';

interface StoredFile {
  dialogId: number;
  messageId: number;
}

export const attachmentPath = ({ dialogId, messageId }: StoredFile) =>
  `/api/internal/telegram/dialogs/${dialogId}/download_attachment/?message_id=${messageId}`;

export async function saveAttachment({ name, ...file }: StoredFile & { name: string }): Promise<void> {
  await saveFile(await request(attachmentPath(file)), name);
}

/** Localised reason why a file cannot be sent; undefined if it can. */
export function refusal(file: Pick<File, 'name' | 'size'>): string | undefined {
  const problem = fileProblem(file);
  return problem && telegramMessages[`telegram_${problem}`].text(currentLanguage());
}

export const upload = (id: number, file: File): Promise<TelegramUpload> => api.telegramDialogs.attach({ id, file });
