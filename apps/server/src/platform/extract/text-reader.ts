import { extname } from 'node:path';
import { createBoundedProcess } from '../child/bounded-process.ts';
import { createFairTurns, type Requester } from '../fair-turns.ts';
import { extractError } from './failures.ts';
import type { Extracted } from './outcome.ts';
import type { FileToRead } from './reader.ts';

interface NamedBytes {
  filename: string;
  bytes: Uint8Array;
}

/** Reads the text of a file that people look at. */
export interface TextReader {
  /** Calls `load` in its turn, so that waiting requests hold no bytes. @throws AppError of an unreadable file */
  read(requester: Requester, load: () => Promise<NamedBytes>): Promise<string>;
  close(): void;
}

/** More than a book; keeps the answer and the page of the reader small. */
const maxLength = 300_000;
const limits = { ofMember: 4, ofCompany: 40, refusal: 'reading_busy', seconds: 5 } as const;

export function createTextReader({ timeoutMs = 20_000, memoryMb = 512 } = {}): TextReader {
  const entry = new URL('reader.ts', import.meta.url);
  const reader = createBoundedProcess<FileToRead, Extracted>({ entry, timeoutMs, memoryMb, piecesPerProcess: 50 });
  const turns = createFairTurns({ places: 1, limits });
  return {
    read: (requester, load) =>
      turns.run(requester, async () => {
        const { filename, bytes } = await load();
        const outcome = await reader.ask({ bytes, extension: extname(filename).toLowerCase() }, requester.signal);
        if ('failure' in outcome) throw extractError(outcome.failure === 'too_slow' ? 'too_slow' : 'broken', 'id');
        if (!outcome.answer.ok) throw extractError(outcome.answer.reason, 'id');
        return outcome.answer.text.slice(0, maxLength);
      }),
    close: reader.close,
  };
}
