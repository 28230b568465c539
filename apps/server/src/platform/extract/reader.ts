import { extname } from 'node:path';
import { readFile } from 'node:fs/promises';
import { ready } from '../child/bounded-process.ts';
import { extractBytes } from './extract-bytes.ts';
import type { Extracted } from './outcome.ts';

/** Child process: reads one file at a time for its parent and ends with it. */

export type FileToRead = { path: string } | { bytes: Uint8Array; extension: string };

async function answer(file: FileToRead): Promise<Extracted> {
  if ('bytes' in file) return extractBytes(Buffer.from(file.bytes), file.extension);
  const { path } = file;
  const bytes = await readFile(path).catch(() => undefined);
  return bytes ? extractBytes(bytes, extname(path).toLowerCase()) : { ok: false, reason: 'broken' };
}

process.on('message', (message: FileToRead) => {
  void answer(message).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit(0));
process.send?.(ready);
