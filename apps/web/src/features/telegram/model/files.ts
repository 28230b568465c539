import { attachmentTypes, extensionOf } from '@headwater/domain/outreach/attachments';
import { telegramFileBytes } from '@headwater/domain/outreach/telegram';

export const pickedFileTypes = attachmentTypes.map((type) => `.${type}`).join(',');

/** TG-057 to TG-059. */
export function fileProblem({ name, size }: Pick<File, 'name' | 'size'>): 'file_too_large' | 'illegal_file_type' | undefined {
  if (!attachmentTypes.includes(extensionOf(name))) return 'illegal_file_type';
  return size > telegramFileBytes ? 'file_too_large' : undefined;
}

const drawnTypes = ['jpg', 'jpeg', 'png', 'gif'];
export const isPicture = (name: string): boolean => drawnTypes.includes(extensionOf(name));
