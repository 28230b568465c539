import type { Admission } from '#platform/fair-turns.ts';
import { inTurns } from '#platform/fair-turns.ts';
import { attachment } from '#platform/http/attachment.ts';

export const mediaTypes = {
  'utf-8': 'text/csv; charset=utf-8',
  'windows-1251': 'text/csv; charset=windows-1251',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

interface ExportedFile {
  name: string;
  mediaType: (typeof mediaTypes)[keyof typeof mediaTypes];
  pieces: AsyncGenerator<Uint8Array>;
  /** Each piece waits for a turn. */
  admission: Admission;
}

/** Response of a route that `exports`, which the audit log records. */
export const fileAnswer = ({ name, mediaType, pieces, admission }: ExportedFile) => ({
  headers: { 'content-type': mediaType, 'content-disposition': attachment(name) },
  body: ReadableStream.from(inTurns(admission, pieces)) as ReadableStream,
});
