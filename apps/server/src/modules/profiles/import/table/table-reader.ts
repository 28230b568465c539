import { type BoundedProcess, createBoundedProcess } from '#platform/child/bounded-process.ts';
import { createFairTurns, type Requester } from '#platform/fair-turns.ts';
import { TableError } from '#platform/tables/table-error.ts';
import type { TableAnswer, TablePreview, TableQuestion, TableRow } from './table-questions.ts';

type TableProcess = BoundedProcess<TableQuestion, TableAnswer>;

const openProcess = (timeoutMs: number): TableProcess =>
  createBoundedProcess({
    entry: new URL('table-process.ts', import.meta.url),
    timeoutMs,
    memoryMb: 384,
    piecesPerProcess: Number.POSITIVE_INFINITY,
  });

async function ask(process: TableProcess, question: TableQuestion, signal?: AbortSignal): Promise<Exclude<TableAnswer, { kind: 'fault' }>> {
  const outcome = await process.ask(question, signal);
  if ('failure' in outcome) throw new TableError(outcome.failure === 'too_slow' ? 'table_slow' : 'table_broken');
  if (outcome.answer.kind === 'fault') throw new TableError(outcome.answer.fault);
  return outcome.answer;
}

type PreviewQuestion = Omit<Extract<TableQuestion, { kind: 'preview' }>, 'kind'>;
export type TableToOpen = Omit<Extract<TableQuestion, { kind: 'open' }>, 'kind'>;

/** Reads untrusted tables in separate processes. */
export interface TablePreviewer {
  /** Serves requesters in fair turns. Throws TableError. */
  preview(requester: Requester, question: PreviewQuestion): Promise<TablePreview>;
  close(): void;
}

const limits = { ofMember: 4, ofCompany: 8, refusal: 'reading_busy', seconds: 5 } as const;

export function createTablePreviewer(): TablePreviewer {
  const process = openProcess(30_000);
  const turns = createFairTurns({ places: 1, limits });
  return {
    preview: (requester, question) =>
      turns.run(requester, async () => {
        const answer = await ask(process, { kind: 'preview', ...question }, requester.signal);
        if (answer.kind !== 'preview') throw new TableError('table_broken');
        return answer;
      }),
    close: () => process.close(),
  };
}

export interface RowPart {
  rows: TableRow[];
  isEnd: boolean;
}

/** Rows of one table in order, with the next part read ahead. */
export interface RowReader {
  /** The part that begins after `from` rows. Throws TableError. */
  read(from: number): Promise<RowPart>;
  attachment(name: string): Promise<{ bytes: Uint8Array; name: string } | undefined>;
  close(): Promise<void>;
}

export function openRowReader(table: TableToOpen, most: number): RowReader {
  const process = openProcess(60_000);
  let ahead: { from: number; part: Promise<RowPart> } | undefined;

  async function readPart(from: number): Promise<RowPart> {
    let isReopened = false;
    for (;;) {
      const answer = await ask(process, { kind: 'rows', from, most });
      if (answer.kind === 'rows') return answer;
      if (answer.kind === 'skipping') continue;
      // The process is new, or was idle for a minute.
      if (isReopened) throw new TableError('table_broken');
      await ask(process, { kind: 'open', ...table });
      isReopened = true;
    }
  }
  const start = (from: number): Promise<RowPart> => {
    const part = readPart(from);
    // The reader of this part gets the failure.
    part.catch(() => undefined);
    ahead = { from, part };
    return part;
  };
  return {
    async read(from) {
      const part = await (ahead?.from === from ? ahead.part : start(from));
      if (!part.isEnd && ahead?.from === from) start(from + part.rows.length);
      return part;
    },
    async attachment(name) {
      const answer = await ask(process, { kind: 'attachment', name });
      if (answer.kind !== 'attachment' || !answer.bytes || !answer.name) return undefined;
      return { bytes: answer.bytes, name: answer.name };
    },
    async close() {
      await ask(process, { kind: 'close' }).catch(() => undefined);
      process.close();
    },
  };
}
