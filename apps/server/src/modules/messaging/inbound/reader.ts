import type { Clock } from '#platform/clock.ts';
import { type Database, preparedPlans, type Tx } from '#platform/database/database.ts';
import { inSavepoint } from '#platform/database/savepoint.ts';
import type { Log } from '#platform/log.ts';
import { startLoop } from '#platform/loop.ts';
import type { OutboundPolicy } from '#modules/messaging/messages/public/sending.ts';
import type { MailReader } from '#platform/mail/reading/mail-reader.ts';
import type { ReadMail } from '#platform/mail/reading/read-mail.ts';
import { brokenDetail, type Connections, type MailboxFailure, type ReadOutcome } from '#modules/messaging/channels/public/transport.ts';
import { findMailbox, listConnected, type MailboxRow, markBroken, saveCursor } from '#modules/messaging/channels/public.ts';
import { deleteAttempts, saveUnreadable, type UnreadableMessage } from './store/unreadable.ts';
import { ingest } from './ingest.ts';
import { notFetched, readBatch, type Reading, unreadable } from './read-batch.ts';

export interface ReaderServices {
  database: Database;
  clock: Clock;
  log: Log;
  connections: Connections;
  policy: OutboundPolicy;
  mailReader: MailReader;
  announce(tx: Tx, message: { companyId: number; userId: number | null; profileId: number; messageId: number }): Promise<void>;
}

/** Tolerance for mail dates; slightly too old mail is unrelated and has no effect. */
const clockSlack = 120_000;

const permanentFailures = new Set<MailboxFailure['reason']>([
  'wrong_password',
  'address_forbidden',
  'port_forbidden',
  'imap_missing',
  'access_revoked',
  'rights_missing',
]);

/** Moves the cursor in the transaction of the messages. Returns false if incomplete. */
export async function readMailbox(services: ReaderServices, mailboxId: number): Promise<boolean> {
  const { database, connections } = services;
  for (;;) {
    const row = await database.asSystem((tx) => findMailbox(tx, mailboxId));
    if (row?.state !== 'connected') return false;
    // Without a cursor after a first read, the mailbox is reached in a new way.
    const unread = (row.cursor === null && row.read_at) || row.connected_at;
    const read = await connections.of(row).readNew({ cursor: row.cursor, since: new Date(unread.getTime() - clockSlack) });
    if (!read.ok) {
      await handleFailure(services, row, read.failure);
      return false;
    }
    await saveBatch(services, row, { read, readings: await readBatch(services, row, read.messages) });
    if (!read.more) return true;
  }
}

type Skipped = { message: UnreadableMessage; err?: Error };
type Read = { read: Extract<ReadOutcome, { ok: true }>; readings: readonly Reading[] };

/** Skips failing messages, because a retry would block the ones after them. */
async function saveBatch(services: ReaderServices, row: MailboxRow, { read, readings }: Read): Promise<void> {
  const { database, clock } = services;
  const skipped = await database.asSystem(async (tx) => {
    const messages: Skipped[] = (read.skipped ?? []).map((one) => ({ message: notFetched(one) }));
    for (const reading of readings) {
      const failed = await ingestOne(tx, services, { row, reading });
      if (failed) messages.push(failed);
    }
    for (const { message } of messages) await saveUnreadable(tx, row, { message, now: clock.now() });
    await deleteAttempts(tx, row.id);
    // Replies may be in the rest; follow-ups wait until the mailbox is read to its end.
    await saveCursor(tx, row, { cursor: read.cursor, readAt: read.more ? row.read_at : clock.now() });
    return messages;
  });
  for (const { message, err } of skipped) {
    services.log.error({ mailbox: row.id, ...message, ...(err && { err }) }, 'a message could not be read and is passed over');
  }
}

async function ingestOne(
  tx: Tx,
  services: ReaderServices,
  { row, reading }: { row: MailboxRow; reading: Reading },
): Promise<Skipped | undefined> {
  if ('unreadable' in reading) return { message: reading.unreadable };
  const { incoming, mail } = reading;
  const receivedAt = new Date(incoming.receivedAt ?? services.clock.now());
  const failure = await inSavepoint(tx, () => ingestMail(tx, services, { row, mail, receivedAt }));
  return failure && { message: unreadable(incoming, 'not_kept', failure.message), err: failure };
}

async function ingestMail(
  tx: Tx,
  { clock, policy, announce }: ReaderServices,
  { row, ...read }: { row: MailboxRow; mail: ReadMail; receivedAt: Date },
): Promise<void> {
  const changed = await ingest(tx, row, { ...read, policy, now: clock.now() });
  if (!changed) return;
  await announce(tx, { companyId: row.company_id, userId: changed.created_by, profileId: changed.profile_id, messageId: changed.id });
}

async function handleFailure({ database, clock, log }: ReaderServices, row: MailboxRow, failure: MailboxFailure): Promise<void> {
  log.warn({ mailbox: row.id, failure }, 'could not read a mailbox');
  if (permanentFailures.has(failure.reason))
    await database.asSystem((tx) => markBroken(tx, row, { detail: brokenDetail(failure.reason, failure.detail), now: clock.now() }));
}

/** Uses IMAP IDLE, and polls every `pollMs` for servers without it. */
export function startReader(services: ReaderServices, { pollMs, refreshMs }: { pollMs: number; refreshMs: number }) {
  const stopping = new AbortController();
  const watched = new Map<number, { secret: string; end: AbortController; done: Promise<unknown> }>();
  const reading = new Map<number, Promise<void>>();
  const again = new Set<number>();
  /** Reads interrupted by a database failure, retried before the next poll. */
  const retries = new Map<number, { attempts: number; from: number }>();
  const scheduleRetry = (id: number) => {
    const attempts = (retries.get(id)?.attempts ?? 0) + 1;
    retries.set(id, { attempts, from: services.clock.elapsed() + Math.min(pollMs, refreshMs * 2 ** (attempts - 1)) });
  };

  const read = (id: number) => {
    if (reading.has(id)) return void again.add(id);
    const run = readMailbox(services, id)
      .then(() => void retries.delete(id))
      .catch((error: unknown) => {
        scheduleRetry(id);
        services.log.warn({ err: error, mailbox: id }, 'mailbox read interrupted');
      })
      .finally(() => {
        reading.delete(id);
        if (again.delete(id) && !stopping.signal.aborted) read(id);
      });
    reading.set(id, run);
  };

  const watchUntilEnd = async (row: MailboxRow, signal: AbortSignal) => {
    const ended = await services.connections.of(row).watch(() => read(row.id), signal);
    if (ended.ended === 'failed') await handleFailure(services, row, ended.failure);
  };

  const watch = (row: MailboxRow) => {
    const end = new AbortController();
    const done = watchUntilEnd(row, AbortSignal.any([end.signal, stopping.signal])).catch(() => undefined);
    watched.set(row.id, { secret: row.secret, end, done });
  };

  const refresh = async () => {
    const rows = await services.database.readAsSystem(listConnected, preparedPlans);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const [id, known] of watched) {
      if (byId.get(id)?.secret === known.secret) continue;
      known.end.abort();
      watched.delete(id);
    }
    for (const row of rows) if (!watched.has(row.id)) watch(row);
    return rows;
  };

  let polledAt = Number.NEGATIVE_INFINITY;
  const turn = async () => {
    const rows = await refresh();
    const connected = new Set(rows.map(({ id }) => id));
    for (const [id, { from }] of retries) {
      if (!connected.has(id)) retries.delete(id);
      else if (from <= services.clock.elapsed() && !reading.has(id)) read(id);
    }
    if (services.clock.elapsed() - polledAt < pollMs) return;
    polledAt = services.clock.elapsed();
    for (const row of rows) read(row.id);
  };
  const loop = startLoop({
    clock: services.clock,
    log: services.log,
    failed: 'could not list connected mailboxes',
    everyMs: refreshMs,
    turn,
  });
  return {
    async idle() {
      polledAt = Number.NEGATIVE_INFINITY;
      await loop.idle();
      while (reading.size > 0) await Promise.all(reading.values());
    },
    async stop() {
      stopping.abort();
      await loop.stop();
      await Promise.all([...watched.values()].map(({ done }) => done));
      await Promise.all(reading.values());
    },
  };
}
