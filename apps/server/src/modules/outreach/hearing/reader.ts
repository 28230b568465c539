import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, elapsed } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import type { LetterPort } from '../letter-port.ts';
import type { IncomingMessage, MailboxFailure } from '../mailbox-port.ts';
import { brokenDetail } from '../sending/broken.ts';
import type { Connections } from '../sending/mailboxes.ts';
import { apart } from '../store/incoming.ts';
import { findMailbox, listConnected, type MailboxRow, markBroken, saveCursor } from '../store/mailboxes.ts';
import { hear } from './hear.ts';

export interface ReaderServices {
  database: Database;
  clock: Clock;
  log: Log;
  connections: Connections;
  letters: LetterPort;
  announce(tx: Tx, message: { companyId: number; userId: number | null; profileId: number; messageId: number }): Promise<void>;
}

/** Mail servers date by whole seconds and their own clock; what is a little too old belongs to no message of ours and changes nothing. */
const clockSlack = 120_000;

const personMustMend = new Set<MailboxFailure['reason']>([
  'wrong_password',
  'address_forbidden',
  'imap_missing',
  'access_revoked',
  'rights_missing',
]);

/**
 * Reads what is new in one mailbox and moves its cursor on in the same transaction as what was heard. False where it could not be read to its end.
 */
export async function readMailbox(services: ReaderServices, mailboxId: number): Promise<boolean> {
  const { database, clock, log, connections } = services;
  for (;;) {
    const row = await database.asSystem((tx) => findMailbox(tx, mailboxId));
    if (row?.state !== 'connected') return false;
    // Without a cursor, though it was read before: it is reached another way since then.
    const unheard = (row.cursor === null && row.read_at) || row.connected_at;
    const read = await connections.of(row).readNew({ cursor: row.cursor, since: new Date(unheard.getTime() - clockSlack) });
    if (!read.ok) {
      await fail(services, row, read.failure);
      return false;
    }
    for (const skipped of read.skipped ?? []) log.warn({ mailbox: row.id, skipped }, 'a letter could not be read and is passed over');
    await database.asSystem(async (tx) => {
      for (const incoming of read.messages) {
        const failure = await apart(tx, () => hearOne(tx, services, { row, incoming }));
        // Left for later it would keep every letter behind it from being heard.
        if (failure)
          log.error({ mailbox: row.id, messageId: incoming.mail.messageId?.slice(0, 200), err: failure }, 'a letter is passed over');
      }
      // While more of it waits, an answer may lie there: nobody is followed up before the mailbox has been read to its end.
      await saveCursor(tx, row, { cursor: read.cursor, readAt: read.more ? row.read_at : clock.now() });
    });
    if (!read.more) return true;
  }
}

async function hearOne(
  tx: Tx,
  { letters, announce }: ReaderServices,
  { row, incoming }: { row: MailboxRow; incoming: IncomingMessage },
): Promise<void> {
  const changed = await hear(tx, row, { incoming, letters });
  if (!changed) return;
  await announce(tx, { companyId: row.company_id, userId: changed.created_by, profileId: changed.profile_id, messageId: changed.id });
}

async function fail({ database, log }: ReaderServices, row: MailboxRow, failure: MailboxFailure): Promise<void> {
  log.warn({ mailbox: row.id, failure }, 'a mailbox could not be read');
  if (personMustMend.has(failure.reason))
    await database.asSystem((tx) => markBroken(tx, row, brokenDetail(failure.reason, failure.detail)));
}

/** Watches every connected mailbox (IMAP IDLE) and reads it on each arrival, and all of them every `pollMs` for servers without IDLE. */
export function startReader(services: ReaderServices, { pollMs, refreshMs }: { pollMs: number; refreshMs: number }) {
  const stopping = new AbortController();
  const watched = new Map<number, { secret: string; end: AbortController; done: Promise<unknown> }>();
  const reading = new Map<number, Promise<void>>();
  const again = new Set<number>();

  const read = (id: number) => {
    if (reading.has(id)) return void again.add(id);
    const run = readMailbox(services, id)
      .then(() => undefined)
      .catch((error: unknown) => services.log.warn({ err: error, mailbox: id }, 'reading a mailbox was interrupted'))
      .finally(() => {
        reading.delete(id);
        if (again.delete(id) && !stopping.signal.aborted) read(id);
      });
    reading.set(id, run);
  };

  const watchUntilEnd = async (row: MailboxRow, signal: AbortSignal) => {
    const ended = await services.connections.of(row).watch(() => read(row.id), signal);
    if (ended.ended === 'failed') await fail(services, row, ended.failure);
  };

  const watch = (row: MailboxRow) => {
    const end = new AbortController();
    const done = watchUntilEnd(row, AbortSignal.any([end.signal, stopping.signal])).catch(() => undefined);
    watched.set(row.id, { secret: row.secret, end, done });
  };

  const refresh = async () => {
    const rows = await services.database.asSystem(listConnected);
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
    if (elapsed() - polledAt < pollMs) return;
    polledAt = elapsed();
    for (const row of rows) read(row.id);
  };
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await turn().catch((error: unknown) => services.log.warn({ err: error }, 'could not look for mailboxes to read'));
      await sleep(refreshMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = loop();
  return {
    async stop() {
      stopping.abort();
      await running;
      await Promise.all([...watched.values()].map(({ done }) => done));
      await Promise.all(reading.values());
    },
  };
}
