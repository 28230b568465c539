import { extname } from 'node:path';
import { readFile } from 'node:fs/promises';
import { ready } from '../child/bounded-process.ts';
import { extractBytes } from './extract-bytes.ts';
import type { Extracted } from './outcome.ts';

/** Child process: reads one file at a time for its parent and ends with it. */

export interface FileToRead {
  path: string;
}

async function answer(path: string): Promise<Extracted> {
  const bytes = await readFile(path).catch(() => undefined);
  return bytes ? extractBytes(bytes, extname(path).toLowerCase()) : { ok: false, reason: 'broken' };
}

process.on('message', (message: FileToRead) => {
  void answer(message.path).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit(0));
process.send?.(ready);
