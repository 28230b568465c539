import { fileTypeFromBuffer } from 'file-type';
import { extensionOf } from '@headwater/domain/outreach/attachments';

/** Text has no signature. */
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

/** Returns the media type of the bytes, or undefined if it does not match the extension. */
export async function messageMediaType(name: string, bytes: Uint8Array): Promise<string | undefined> {
  const extension = extensionOf(name);
  const sniffed = (await fileTypeFromBuffer(bytes))?.mime;
  const text = textTypes[extension];
  // Detection reports SVG as XML.
  if (text) return sniffed === undefined || (extension === 'svg' && /xml/.test(sniffed)) ? text : undefined;
  return sniffed && sniffedTypes[extension]?.includes(sniffed) ? sniffed : undefined;
}
