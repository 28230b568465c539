import { stat } from 'node:fs/promises';
import { createBoundedProcess } from '../child/bounded-process.ts';
import type { Extracted } from './outcome.ts';
import type { FileToRead } from './reader.ts';

/** Reads the text of files that came from outside, in a process of its own: a hostile file can only hurt that one. */
export interface Extractor {
  /** Files are read one after another. @throws where there is no such file, or no process could be started */
  extract(path: string): Promise<Extracted>;
  close(): void;
}

export interface ExtractorOptions {
  /** Bytes; larger files are refused unread. */
  maxBytes?: number;
  timeoutMs?: number;
  memoryMb?: number;
  /** Files that one process reads before a fresh one takes over. */
  filesPerProcess?: number;
}

export const maxResumeBytes = 10 * 1024 * 1024;

/** Close it when done, or the process stays for a while. */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  const { maxBytes = maxResumeBytes, timeoutMs = 20_000, memoryMb = 512, filesPerProcess = 50 } = options;
  const entry = new URL('reader.ts', import.meta.url);
  const reader = createBoundedProcess<FileToRead, Extracted>({ entry, timeoutMs, memoryMb, piecesPerProcess: filesPerProcess });
  return {
    async extract(path) {
      const { size } = await stat(path);
      if (size === 0) return { ok: false, reason: 'empty' };
      if (size > maxBytes) return { ok: false, reason: 'too_large' };
      const outcome = await reader.ask({ path });
      if ('answer' in outcome) return outcome.answer;
      // Out of memory or a crash of the format's library: the file is to blame.
      return { ok: false, reason: outcome.failure === 'too_slow' ? 'too_slow' : 'broken' };
    },
    close: reader.close,
  };
}
