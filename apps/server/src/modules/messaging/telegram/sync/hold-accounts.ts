import { randomUUID } from 'node:crypto';
import { secondMs } from '@headwater/domain/time/durations';
import { accountHeard, accountLease } from '#modules/messaging/messages/public/messenger.ts';
import { elapsed } from '#platform/clock.ts';
import { startLoop } from '#platform/loop.ts';
import { type AccountRow, renewLeases, listWakes, releaseLeases } from '../store/accounts.ts';
import { deleteOldSignIns } from '../store/sign-ins.ts';
import { startAccount, type AccountSession } from './account-session.ts';
import { createFileLines } from '../send/file-lines.ts';
import type { WorkerServices } from '../worker-services.ts';

/** Renewal interval: two renewals fit before the account counts as disconnected. */
const renewEvery = (accountHeard / 2.5) * secondMs;
/** Accounts per renewal, so that several workers share them. */
const taken = 50;
/**
 * Connections close this long before the lease ends. Two connections with one session would end it.
 */
const margin = 5 * secondMs;

interface Open {
  session: AccountSession;
  sessionNumber: number;
  wake: string | undefined;
}

export interface TelegramPace {
  pollMs: number;
}

function createSessions(services: WorkerServices, workerId: string) {
  const { log } = services;
  const open = new Map<number, Open>();
  const closing = new Map<number, Promise<void>>();
  const fileLines = createFileLines();
  const close = (id: number, { atOnce } = { atOnce: false }) => {
    const known = open.get(id);
    open.delete(id);
    if (!known) return;
    const end = known.session
      .close({ atOnce })
      .catch((error: unknown) => log.warn({ err: error, accountId: id }, 'an account at Telegram could not be closed'))
      .finally(() => closing.delete(id));
    closing.set(id, end);
  };
  const follow = (rows: readonly AccountRow[]) => {
    const rowsById = new Map(rows.map((row) => [row.id, row]));
    for (const [id, { sessionNumber }] of open) if (rowsById.get(id)?.session_number !== sessionNumber) close(id);
    for (const row of rows) {
      // A session has one connection at a time.
      if (open.has(row.id) || closing.has(row.id)) continue;
      try {
        const session = startAccount(services, row, { workerId, fileLines });
        open.set(row.id, { session, sessionNumber: row.session_number, wake: undefined });
      } catch (error) {
        log.warn({ err: error, accountId: row.id }, 'an account at Telegram could not be opened');
      }
    }
  };
  return { open, closing, close, follow };
}

/** Holds accounts under leases, each in one worker at a time, and serves them until stopped. */
export function startTelegram(services: WorkerServices, { pollMs }: TelegramPace) {
  const { database, clock, log } = services;
  const worker = randomUUID();
  const { open, closing, close, follow } = createSessions(services, worker);
  /** Accounts that are recorded, or may be recorded, as not caught up. */
  const late = new Set<number>();
  let renewedAt = -Infinity;
  let isRenewalDue = true;

  const renew = async () => {
    const begun = elapsed();
    const { rows, takenIds } = await database.asSystem(async (tx) => {
      if (!(await services.maySend(tx))) {
        await releaseLeases(tx, worker);
        return { rows: [], takenIds: [] };
      }
      await deleteOldSignIns(tx, clock.now());
      // After the database responds: updates that waited for it count as missed.
      for (const [id, { session }] of open) if (!session.keepsUp()) late.add(id);
      return renewLeases(tx, { worker, seconds: accountLease, most: taken, open: [...open.keys()], late: [...late] });
    });
    renewedAt = begun;
    // A sync that ended before this write has not marked them as caught up.
    for (const id of late) open.get(id)?.session.requestSync();
    late.clear();
    // The lease expired while the worker was stalled. Another worker may have held the account, so
    // its state is discarded.
    for (const id of takenIds) close(id, { atOnce: true });
    follow(rows);
  };
  const wake = async () => {
    for (const { id, wake: latest } of await database.readAsSystem((tx) => listWakes(tx, worker))) {
      const known = open.get(id);
      if (!known || known.wake === latest) continue;
      known.wake = latest;
      known.session.wake();
    }
  };
  const loop = startLoop({
    clock,
    log,
    failed: 'accounts at Telegram could not be looked after',
    everyMs: pollMs,
    async turn() {
      if (!isRenewalDue && elapsed() - renewedAt < renewEvery) return wake();
      // Before the query: `idle` may request another renewal during this one.
      isRenewalDue = false;
      return renew().catch((error: unknown) => {
        isRenewalDue = true;
        throw error;
      });
    },
  });
  // Closes connections before the leases end, also while the database is unavailable.
  const guard = setInterval(() => {
    if (elapsed() - renewedAt > accountLease * secondMs - margin) for (const id of open.keys()) close(id, { atOnce: true });
  }, secondMs);
  return {
    async idle() {
      isRenewalDue = true;
      await loop.idle();
      await Promise.all([...closing.values(), ...[...open.values()].map(({ session }) => session.idle())]);
    },
    async stop() {
      await loop.stop();
      clearInterval(guard);
      for (const id of open.keys()) close(id);
      await Promise.all(closing.values());
      await database.asSystem((tx) => releaseLeases(tx, worker)).catch(() => undefined);
    },
  };
}
