import { AppError, FieldErrors } from '#platform/errors.ts';
import { createBoundedProcess } from '#platform/child/bounded-process.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import type { NoText } from '#platform/csv/detect-format.ts';
import type { CsvRequest, CsvTable } from './parse-csv.ts';

/** Reads CSV files that came from outside, in a process of its own: a hostile file can only hurt that one. */
export interface CsvReader {
  /** Files are read one after another. Throws FieldErrors of `file` for one that is no table, too_many_requests where many wait. */
  read(request: CsvRequest): Promise<CsvTable>;
  close(): void;
}

/** Files that may wait, each in memory. */
const maxWaiting = 8;

/** Close it when done, or the process stays for a while. */
export function createCsvReader(): CsvReader {
  const entry = new URL('parser-process.ts', import.meta.url);
  const parser = createBoundedProcess<CsvRequest, CsvTable | { noText: NoText }>({
    entry,
    timeoutMs: 20_000,
    memoryMb: 384,
    piecesPerProcess: 50,
  });
  const turn = createSemaphore(1);
  return {
    async read(request) {
      if (turn.waiting >= maxWaiting) throw new AppError('too_many_requests', { seconds: 20 });
      const outcome = await turn.run(() => parser.ask(request));
      if ('failure' in outcome) throw new FieldErrors({ file: 'csv_parse_error' });
      const { answer } = outcome;
      if ('noText' in answer) throw new FieldErrors({ file: answer.noText === 'utf16' ? 'csv_utf16' : 'csv_parse_error' });
      return answer;
    },
    close: parser.close,
  };
}
