import type { Clock } from '#platform/clock.ts';
import { type Database, preparedPlans } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, startLoop } from '#platform/loop.ts';
import { type DueCopy, deleteCopy, saveCopy, rescheduleCopy, takeCopies } from './store/sent-copies.ts';
import { findMailbox, type MailboxRow, recordFilesSent } from './store/mailboxes.ts';
import type { Connections } from './connections.ts';

/** Minutes before each retry, about four days in total. */
const retryMinutes = [1, 5, 15, 60, 180, 360, 720, 1440, 1440, 1440] as const;

/** `attempts` is at least 1. Returns null after the last attempt. */
function nextCopyTry(attempts: number, now: Date): Date | null {
  const minutes = retryMinutes[attempts - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}

export interface CopyServices {
  database: Database;
  clock: Clock;
  log: Log;
  connections: Connections;
}

export interface SentMessage {
  id: number;
  company_id: number;
  message_id: string;
  bounced_at: Date | null;
}

/** A failure does not affect the message. */
export async function fileSent(
  { database, clock, log, connections }: CopyServices,
  mailbox: MailboxRow,
  { message, raw }: { message: SentMessage; raw: Uint8Array },
): Promise<void> {
  // The server files it itself, or the bounced message was filed before.
  if (mailbox.files_sent || message.bounced_at !== null) return;
  const filed = await connections.of(mailbox).appendToSent(message.message_id, raw);
  if (filed.result === 'already_there') await database.asSystem((tx) => recordFilesSent(tx, mailbox));
  if (filed.result !== 'failed') return;
  log.warn({ message: message.id, failure: filed.failure }, 'could not file a copy in the Sent folder, will retry');
  const nextAt = nextCopyTry(1, clock.now()) ?? clock.now();
  const copy = { companyId: message.company_id, mailboxId: mailbox.id, messageId: message.id, raw, nextAt };
  await database.asSystem((tx) => saveCopy(tx, { ...copy, detail: filed.failure.detail }));
}

const lease = 300_000;
const batch = 20;

async function fileWaitingCopies({ database, clock, log, connections }: CopyServices): Promise<number> {
  const now = clock.now();
  const due = await database.asSystem(
    (tx) => takeCopies(tx, { now, leaseUntil: new Date(now.getTime() + lease), limit: batch }),
    preparedPlans,
  );
  const file = async (copy: DueCopy): Promise<void> => {
    const mailbox = await database.asSystem((tx) => findMailbox(tx, copy.mailbox_id));
    if (mailbox?.state !== 'connected') return;
    const filed = await connections.of(mailbox).appendToSent(copy.header_id, copy.raw);
    if (filed.result !== 'failed') return void (await database.asSystem((tx) => deleteCopy(tx, copy.message_id)));
    const nextAt = nextCopyTry(copy.attempts, clock.now());
    if (!nextAt) log.warn({ message: copy.message_id, failure: filed.failure }, 'gave up filing a copy in the Sent folder');
    await database.asSystem((tx) => rescheduleCopy(tx, copy.message_id, { nextAt, detail: filed.failure.detail }));
  };
  for (const copy of due) await file(copy);
  return due.length;
}

export const startCopies = (services: CopyServices, { pollMs }: { pollMs: number }): Loop =>
  startLoop({
    clock: services.clock,
    log: services.log,
    failed: 'could not file copies of sent messages',
    everyMs: pollMs,
    turn: async () => (await fileWaitingCopies(services)) === batch,
  });
