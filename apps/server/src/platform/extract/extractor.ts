import { stat } from 'node:fs/promises';
import { createBoundedProcess } from '../child/bounded-process.ts';
import type { Extracted } from './outcome.ts';
import type { FileToRead } from './reader.ts';

export interface Extractor {
  /** Processes one file at a time. @throws if the file is missing or no process could be started */
  extract(path: string): Promise<Extracted>;
  close(): void;
}

export interface ExtractorOptions {
  maxBytes?: number;
  timeoutMs?: number;
  memoryMb?: number;
  filesPerProcess?: number;
}

export const maxResumeBytes = 10 * 1024 * 1024;

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
      // The file exhausted the memory or crashed a library.
      return { ok: false, reason: outcome.failure === 'too_slow' ? 'too_slow' : 'broken' };
    },
    close: reader.close,
  };
}
