import { isUtf8 } from 'node:buffer';
import type { TableEncoding } from '@headwater/domain/profiles/table-import';
import { decodeLines as decodeMixed } from '@headwater/domain/tables/text-encoding';
import iconv from 'iconv-lite';

const newline = 10;

const decodeLines = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString('utf8') : decodeMixed(bytes));

const longestCarried = 1024 * 1024;

async function* decodeUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let carried: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([carried, chunk]);
    const end = bytes.lastIndexOf(newline) + 1;
    // A line without an end is decoded up to a character.
    const cut = end > 0 ? end : bytes.length > longestCarried ? bytes.length - 3 : 0;
    carried = bytes.subarray(cut);
    if (cut > 0) yield decodeLines(bytes.subarray(0, cut));
  }
  yield decodeLines(carried);
}

export async function* decodeText(chunks: AsyncIterable<Uint8Array>, encoding: TableEncoding): AsyncGenerator<string> {
  if (encoding === 'utf-8') return yield* decodeUtf8(chunks);
  const decoder = iconv.getDecoder(encoding);
  for await (const chunk of chunks) yield decoder.write(Buffer.from(chunk));
  yield decoder.end() ?? '';
}
