import { createBoundedProcess } from '../../child/bounded-process.ts';
import { createFairTurns, type Requester } from '../../fair-turns.ts';
import type { RawMail, ReadMail } from './read-mail.ts';

export type Answer = { mail: ReadMail } | { problem: string };

/** Why a message could not be read. `defect`: something was thrown, as `detail` says. */
export type UnreadableReason = 'too_slow' | 'crashed' | 'defect';

export type ReadingOutcome = { mail: ReadMail } | { unreadable: UnreadableReason; detail: string };

/** Reads incoming mail in a process of its own. */
export interface MailReader {
  /** In fair turns of companies and mailboxes. @throws where no process could be started */
  read(mailbox: Requester, message: RawMail): Promise<ReadingOutcome>;
  close(): void;
}

export interface MailReaderOptions {
  timeoutMs?: number;
  memoryMb?: number;
  entry?: URL;
}

/** The end of the process does not prove that a message is hostile: the machine may lack memory. A slow message is not tried again. */
const tries = 2;

/** Heap of the process that reads mail, in megabytes. Messages have at most two. */
export const mailReaderMemoryMb = 256;

/** One process for all mailboxes, started with the first message. */
export function createMailReader({
  timeoutMs = 20_000,
  memoryMb = mailReaderMemoryMb,
  entry = new URL('reader-process.ts', import.meta.url),
}: MailReaderOptions = {}): MailReader {
  const child = createBoundedProcess<RawMail, Answer>({ entry, timeoutMs, memoryMb, piecesPerProcess: 1000 });
  const turns = createFairTurns({ places: 1 });
  const readOne = async (message: RawMail): Promise<ReadingOutcome> => {
    for (let count = 1; ; count += 1) {
      const outcome = await child.ask(message);
      if ('answer' in outcome) {
        const { answer } = outcome;
        return 'mail' in answer ? answer : { unreadable: 'defect', detail: answer.problem };
      }
      if (count >= tries || outcome.failure === 'too_slow') return { unreadable: outcome.failure, detail: '' };
    }
  };
  return {
    read: (mailbox, message) => turns.run(mailbox, () => readOne(message)),
    close: child.close,
  };
}
