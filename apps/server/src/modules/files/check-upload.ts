import { fileTypeFromBuffer } from 'file-type';
import type { ResumeFileType } from '@headwater/domain/profiles/resume-files';
import { FieldErrors } from '#platform/errors.ts';

/** FILE-006. */
const maxMegabytes = 10;
type Accepted = Readonly<Record<string, readonly string[]>>;

/** Allowed extensions with the detected media types they accept. Text has no signature. */
const attachments: Accepted = {
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

const word = ['application/x-cfb', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip'];
const openDocument = (kind: string) => [`application/vnd.oasis.opendocument.${kind}`];
/** PEDT-008. */
const profileFiles: Record<ResumeFileType, readonly string[]> = {
  doc: [...word, 'application/rtf'],
  docx: word,
  pdf: ['application/pdf'],
  rtf: ['application/rtf'],
  odt: openDocument('text'),
  txt: [],
  ods: openDocument('spreadsheet'),
  csv: [],
};

const extensionOf = (filename: string) => /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';

/** Control and text direction characters, which can disguise an extension. */
const unshown = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export function cleanName(filename: string): string {
  const last = filename.split(/[\\/]/).at(-1) ?? '';
  const clean = last.replace(unshown, '').trim();
  const extension = extensionOf(clean);
  return clean.length <= 255 ? clean || 'file' : `${clean.slice(0, 254 - extension.length)}.${extension}`;
}

export type UploadPurpose = 'attachment' | 'profile';

/** Returns the media type. Throws FieldErrors at `file` for an unacceptable file. */
export async function checkBytes(filename: string, bytes: Uint8Array, purpose: UploadPurpose = 'attachment'): Promise<string> {
  if (bytes.length === 0) throw new FieldErrors({ file: 'file_empty' });
  if (bytes.length > maxMegabytes * 1024 * 1024) throw new FieldErrors({ file: { key: 'file_too_large', parts: { max: maxMegabytes } } });
  const accepted: Accepted = purpose === 'profile' ? profileFiles : attachments;
  const allowed = accepted[extensionOf(filename)];
  if (!allowed) throw new FieldErrors({ file: 'file_type' });
  const sniffed = await fileTypeFromBuffer(bytes);
  if (sniffed ? !allowed.includes(sniffed.mime) : allowed.length > 0) throw new FieldErrors({ file: 'file_type' });
  return sniffed?.mime ?? 'text/plain';
}
