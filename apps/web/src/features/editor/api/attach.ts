import { templateMessages } from '@headwater/contract/catalogue/templates';
import type { AttachmentView } from '@headwater/contract/templates';
import { attachmentProblem, attachmentTypes, imageTypes } from '@headwater/domain/outreach/attachments';
import { api } from '#lib/api.ts';
import { currentLanguage } from '#lib/i18n.ts';

/** Undefined if the file can be attached. */
export function refusal(file: File, { others = 0, image = false } = {}): string | undefined {
  const problem = attachmentProblem({ name: file.name, bytes: file.size }, { others, types: image ? imageTypes : attachmentTypes });
  return problem && templateMessages[problem].text(currentLanguage(), { name: file.name });
}

export const attach = (file: File, image = false): Promise<AttachmentView> => api.templates.attach({ file, is_inline_image: image });
