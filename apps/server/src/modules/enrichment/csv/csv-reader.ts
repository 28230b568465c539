import { FieldErrors } from '#platform/errors.ts';
import { createFairTurns, type Requester } from '#platform/fair-turns.ts';
import { createBoundedProcess } from '#platform/child/bounded-process.ts';
import type { NoText } from '#platform/csv/detect-format.ts';
import type { CsvRequest, CsvTable } from './parse-csv.ts';

/** Reads untrusted CSV files in a separate process. */
export interface CsvReader {
  /** Serves requesters in fair turns. Throws FieldErrors of `file` for a file without a table. */
  read(requester: Requester, request: CsvRequest): Promise<CsvTable>;
  close(): void;
}

/** The body of a waiting file stays in memory. */
const limits = { ofMember: 4, ofCompany: 8, refusal: 'reading_busy', seconds: 5 } as const;

/** Close it after use, else the process stays for a while. */
export function createCsvReader(): CsvReader {
  const entry = new URL('parser-process.ts', import.meta.url);
  const parser = createBoundedProcess<CsvRequest, CsvTable | { noText: NoText }>({
    entry,
    timeoutMs: 20_000,
    memoryMb: 384,
    piecesPerProcess: 50,
  });
  const turns = createFairTurns({ places: 1, limits });
  return {
    async read(requester, request) {
      const outcome = await turns.run(requester, () => parser.ask(request, requester.signal));
      if ('failure' in outcome) throw new FieldErrors({ file: 'csv_parse_error' });
      const { answer } = outcome;
      if ('noText' in answer) throw new FieldErrors({ file: answer.noText === 'utf16' ? 'csv_utf16' : 'csv_parse_error' });
      return answer;
    },
    close: parser.close,
  };
}
