/** EDIT-031 */
export const maxFileBytes = 10 * 1024 * 1024;
export const maxTotalBytes = 25 * 1024 * 1024;

/** EDIT-027 */
export const pickedTypes = ['doc', 'docx', 'pdf', 'odt', 'csv', 'ods', 'rtf', 'txt', 'jpg', 'jpeg', 'gif', 'png', 'svg'] as const;
/** EDIT-029: zip only by drag and drop. */
export const attachmentTypes: readonly string[] = [...pickedTypes, 'zip'];
/** EDIT-025 */
export const imageTypes = ['jpg', 'jpeg', 'gif', 'png'] as const;

export const extensionOf = (filename: string): string => /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';

/** EDIT-018 */
export const wholeKilobytes = (bytes: number): number => (bytes === 0 ? 0 : Math.max(1, Math.round(bytes / 1024)));

export type AttachmentProblem = 'attachment_large' | 'attachments_large' | 'attachment_type';

/** EDIT-030 to EDIT-032: key of the message catalogue. `others`: bytes of other attachments. */
export function attachmentProblem(
  file: { name: string; bytes: number },
  { others = 0, types = attachmentTypes }: { others?: number; types?: readonly string[] } = {},
): AttachmentProblem | undefined {
  if (!types.includes(extensionOf(file.name))) return 'attachment_type';
  if (file.bytes > maxFileBytes) return 'attachment_large';
  return others + file.bytes > maxTotalBytes ? 'attachments_large' : undefined;
}
