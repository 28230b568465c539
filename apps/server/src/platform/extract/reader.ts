import { extname } from 'node:path';
import { readFile } from 'node:fs/promises';
import { ready } from '../child/bounded-process.ts';
import { readText } from './read-text.ts';
import { type Extracted, ExtractError } from './outcome.ts';

/** The child process: reads one file at a time for its parent and ends with it. */

export interface FileToRead {
  path: string;
}

async function answer(path: string): Promise<Extracted> {
  try {
    const { text, links } = await readText(await readFile(path), extname(path).toLowerCase());
    return text.replace(/\s/g, '').length < 10 ? { ok: false, reason: 'no_text' } : { ok: true, text, links };
  } catch (error) {
    return { ok: false, reason: error instanceof ExtractError ? error.reason : 'broken' };
  }
}

process.on('message', (message: FileToRead) => {
  void answer(message.path).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit(0));
process.send?.(ready);
