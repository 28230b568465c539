import { createBoundedProcess } from '../../child/bounded-process.ts';
import { createFairTurns, type Requester } from '../../fair-turns.ts';
import type { RawMail, ReadMail } from './read-mail.ts';

export type Answer = { mail: ReadMail } | { problem: string };

type UnreadableReason = 'too_slow' | 'crashed' | 'defect';

type ReadingOutcome = { mail: ReadMail } | { unreadable: UnreadableReason; detail: string };

export interface MailReader {
  /** Takes fair turns of companies and mailboxes. @throws if no process could be started */
  read(mailbox: Requester, message: RawMail): Promise<ReadingOutcome>;
  close(): void;
}

export interface MailReaderOptions {
  timeoutMs?: number;
  memoryMb?: number;
  entry?: URL;
}

/** A crash may have another cause, such as low memory. A timeout is not retried. */
const tries = 2;

export const mailReaderMemoryMb = 256;

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
