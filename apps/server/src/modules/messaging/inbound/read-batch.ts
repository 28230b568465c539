import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { messageIdIn } from '#platform/mail/reading/message-id.ts';
import type { MailReader } from '#platform/mail/reading/mail-reader.ts';
import type { ReadMail } from '#platform/mail/reading/read-mail.ts';
import type { IncomingMessage, SkippedMessage } from '#modules/messaging/channels/public/transport.ts';
import type { MailboxRow } from '#modules/messaging/channels/public.ts';
import { deleteAttempt, recordAttempt, type UnreadableMessage, type UnreadableReason } from './store/unreadable.ts';

export interface BatchServices {
  database: Database;
  clock: Clock;
  log: Log;
  mailReader: MailReader;
}

export type Reading = { incoming: IncomingMessage } & ({ mail: ReadMail } | { unreadable: UnreadableMessage });

const mostAttempts = 4;

/** Outside transactions, because the sender of a message determines the time. */
export async function readBatch(services: BatchServices, row: MailboxRow, batch: readonly IncomingMessage[]): Promise<Reading[]> {
  const { database } = services;
  const readings: Reading[] = [];
  let done: string | undefined;
  try {
    for (const incoming of batch) {
      const key = `${incoming.folder}/${incoming.id}`;
      const attempts = await database.asSystem((tx) => recordAttempt(tx, row, { key, done }));
      done = key;
      readings.push(attempts > mostAttempts ? interrupted(incoming) : await readOne(services, row, incoming));
    }
  } finally {
    if (done !== undefined) await forgetLast(services, row, done);
  }
  return readings;
}

async function forgetLast({ database }: BatchServices, row: MailboxRow, key: string): Promise<void> {
  await database.asSystem((tx) => deleteAttempt(tx, row.id, key));
}

const interrupted = (incoming: IncomingMessage): Reading => ({ incoming, unreadable: unreadable(incoming, 'interrupted', '') });

async function readOne({ mailReader, clock }: BatchServices, row: MailboxRow, incoming: IncomingMessage): Promise<Reading> {
  const mailbox = { companyId: row.company_id, memberId: row.id };
  const outcome = await mailReader.read(mailbox, { raw: incoming.raw, receivedAt: incoming.receivedAt });
  if ('unreadable' in outcome) return { incoming, unreadable: unreadable(incoming, outcome.unreadable, outcome.detail) };
  const { mail } = outcome;
  const references = [...new Set([...mail.references, ...(incoming.references ?? [])])];
  const receivedAt = incoming.receivedAt ?? mail.date ?? clock.now().toISOString();
  return { incoming: { ...incoming, receivedAt }, mail: { ...mail, references } };
}

export const unreadable = (incoming: IncomingMessage, reason: UnreadableReason, detail: string): UnreadableMessage => ({
  folder: incoming.folder,
  remoteId: incoming.id,
  messageId: messageIdIn(incoming.raw),
  reason,
  detail,
  receivedAt: incoming.receivedAt === null ? null : new Date(incoming.receivedAt),
});

export const notFetched = ({ id, folder = '', detail }: SkippedMessage): UnreadableMessage => ({
  folder,
  remoteId: id,
  messageId: null,
  reason: 'not_fetched',
  detail,
  receivedAt: null,
});
