import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createGunzip, gunzipSync } from 'node:zlib';
import { readLines } from './read-lines.ts';
import type { SourceRecord } from './check-record.ts';

const open = (path: string, gzipped: boolean): AsyncIterable<Buffer> => {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  if (!gzipped) return file;
  const unzip = createGunzip();
  file.on('error', (error) => unzip.destroy(error));
  return file.pipe(unzip);
};

/** Starts after `skip` lines. Empty lines are no records but count as lines. */
export async function* jsonLines(path: string, { gzipped, skip }: { gzipped: boolean; skip: number }): AsyncGenerator<SourceRecord> {
  for await (const { number, text, failure } of readLines(open(path, gzipped))) {
    if (number <= skip || text === '') continue;
    if (text === undefined) yield { number, failure: failure ?? 'the line cannot be read' };
    else yield { number, ...parse(text) };
  }
}

function parse(text: string): { value: unknown } | { failure: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { failure: `the line is not JSON: ${error instanceof Error ? error.message : ''}` };
  }
}

/** An object, or a list numbered from 1. Reads at most `maxBytes` as a whole. */
export async function* jsonDocument(path: string, { gzipped, skip }: { gzipped: boolean; skip: number }): AsyncGenerator<SourceRecord> {
  const bytes = await readFile(path);
  const text = (gzipped ? gunzipSync(bytes, { maxOutputLength: 256 * 1024 * 1024 }) : bytes).toString('utf8').replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    yield { number: 1, failure: `the file is not JSON: ${error instanceof Error ? error.message : ''}` };
    return;
  }
  const values = Array.isArray(value) ? value : [value];
  for (const [index, item] of values.entries()) if (index >= skip) yield { number: index + 1, value: item };
}
