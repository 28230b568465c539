import { createBoundedProcess } from '../../child/bounded-process.ts';
import type { RawMail, ReadMail } from './read-mail.ts';

export type Answer = { mail: ReadMail } | { problem: string };

/** Why a message could not be read. `defect`: something was thrown, as `detail` says. */
export type UnreadableReason = 'too_slow' | 'crashed' | 'defect';

export type ReadingOutcome = { mail: ReadMail } | { unreadable: UnreadableReason; detail: string };

/** Reads what comes in by mail, in a process of its own. */
export interface MailReader {
  /** @throws where no process could be started */
  read(message: RawMail): Promise<ReadingOutcome>;
  close(): void;
}

export interface MailReaderOptions {
  timeoutMs?: number;
  memoryMb?: number;
  entry?: URL;
}

/** That its process ended is no proof against a message: the machine may have been short of memory. One that takes too long holds up all others once. */
const tries = 2;

/** Of the process that reads mail: its heap in megabytes. Messages have at most two. */
export const mailReaderMemoryMb = 256;

/** One process for all mailboxes, started with the first message. */
export function createMailReader({
  timeoutMs = 20_000,
  memoryMb = mailReaderMemoryMb,
  entry = new URL('reader-process.ts', import.meta.url),
}: MailReaderOptions = {}): MailReader {
  const child = createBoundedProcess<RawMail, Answer>({ entry, timeoutMs, memoryMb, piecesPerProcess: 1000 });
  return {
    async read(message) {
      for (let count = 1; ; count += 1) {
        const outcome = await child.ask(message);
        if ('answer' in outcome) {
          const { answer } = outcome;
          return 'mail' in answer ? answer : { unreadable: 'defect', detail: answer.problem };
        }
        if (count >= tries || outcome.failure === 'too_slow') return { unreadable: outcome.failure, detail: '' };
      }
    },
    close: child.close,
  };
}
