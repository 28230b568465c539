import { minuteMs, secondMs } from '@headwater/domain/time/durations';
import { elapsed } from '#platform/clock.ts';
import { publish } from '#platform/events/store.ts';
import type { MessengerEvents, MessengerFailure, MessengerMessage, MessengerUser } from '../messenger-port.ts';
import { openSession } from '../sessions.ts';
import { type AccountRow, changeAccount } from '../store/accounts.ts';
import { changeDialog, listToTell } from '../store/dialogs.ts';
import { deliverNext, noteFailure } from './deliver.ts';
import { ingest, noteReadMark, sync } from './ingest.ts';
import { loadFiles } from './load-files.ts';
import type { Held, WorkerServices } from './services.ts';

/** How often a line that says nothing is asked whether it is still good. */
const checkEvery = minuteMs;
/** How often due messages are looked for where nobody has said that there are any. */
const lookEvery = 5 * secondMs;
const retries = [1, 2, 5, 15, 30].map((seconds) => seconds * secondMs);

export interface AccountSession {
  /** Something waits: to be sent, to be told, to be loaded. */
  wake(): void;
  close(): Promise<void>;
}

interface State {
  isClosed: boolean;
  isUp: boolean;
  needsSync: boolean;
  checkedAt: number;
  failures: number;
  nudge: () => void;
}

async function tellReads(held: Held): Promise<void> {
  const waiting = await held.database.readInCompany(held.companyId, (tx) => listToTell(tx, held.accountId));
  for (const { id, peer_id: peerId, peer_access: access, read_up_to: upTo } of waiting) {
    if (peerId === null || access === null) continue;
    const told = await held.line.markRead({ id: peerId, access }, upTo);
    if (!told.ok) return void (await noteFailure(held, told.failure));
    await held.database.inCompany(held.companyId, (tx) => changeDialog(tx, id, { told_read_up_to: upTo }));
  }
}

const noteSelf = (held: Held, self: MessengerUser) =>
  held.database.inCompany(held.companyId, async (tx) => {
    const { name, username, isPremium } = self;
    await changeAccount(tx, held.accountId, { name, username, is_premium: isPremium, is_online: true });
    await publish(tx, { companyId: held.companyId, topic: 'telegram_accounts', ids: [held.accountId] });
  });

/**
 * Serves one account for as long as this worker holds it: takes in what comes, in the order in which it comes, and beside that sends, tells what was
 * read and loads files, one thing at a time.
 */
export function startAccount(services: WorkerServices, row: AccountRow, workerId: string): AccountSession {
  const line = services.messenger.open(openSession(services.secrets, row));
  const held: Held = { ...services, workerId, accountId: row.id, companyId: row.company_id, line };
  const state: State = { isClosed: false, isUp: false, needsSync: true, checkedAt: -Infinity, failures: 0, nudge: () => undefined };
  const warn = (what: string) => (error: unknown) => services.log.warn({ err: error, accountId: row.id }, what);

  let incoming = Promise.resolve();
  /** One after another; one that fails makes the dialogs be looked through. */
  const inOrder = (work: () => Promise<unknown>) => {
    incoming = incoming
      .then(async () => {
        if (!state.isClosed) await work();
      })
      .catch((error: unknown) => {
        warn('what came from Telegram could not be kept')(error);
        state.needsSync = true;
        state.nudge();
      });
  };
  const take = async (message: MessengerMessage) => {
    const isKnown = await ingest(held, [message], message.peerId);
    if (!isKnown) state.needsSync = true;
    if (!isKnown || message.file) state.nudge();
  };
  const events: MessengerEvents = {
    onMessage: (message) => inOrder(() => take(message)),
    onReadByUs: (peerId, upTo) => inOrder(() => noteReadMark(held, { peerId, upTo, by: 'us' })),
    onReadByPerson: (peerId, upTo) => inOrder(() => noteReadMark(held, { peerId, upTo, by: 'person' })),
    onMissed() {
      state.needsSync = true;
      state.nudge();
    },
    onState(isOnline) {
      // What happened meanwhile was told to nobody.
      if (isOnline && state.isUp) events.onMissed();
    },
  };

  const failed = async (failure: MessengerFailure) => {
    state.isUp = false;
    state.failures += 1;
    await noteFailure(held, failure);
    services.log.warn({ accountId: row.id, code: failure.code, detail: failure.detail }, 'an account at Telegram does not answer');
  };
  const comeUp = async (): Promise<boolean> => {
    const answer = await line.watch(events);
    if (!answer.ok) {
      await failed(answer.failure);
      return false;
    }
    await noteSelf(held, answer.self);
    Object.assign(state, { isUp: true, needsSync: true, failures: 0, checkedAt: elapsed() });
    return true;
  };
  const check = async (): Promise<boolean> => {
    if (elapsed() - state.checkedAt < checkEvery) return true;
    state.checkedAt = elapsed();
    const answer = await line.check();
    if (!answer.ok && answer.failure.code !== 'unreachable') await failed(answer.failure);
    return answer.ok || answer.failure.code === 'unreachable';
  };
  const turn = async (): Promise<void> => {
    if (!state.isUp && !(await comeUp())) return;
    if (!(await check())) return;
    if (state.needsSync) {
      state.needsSync = false;
      await sync(held, row.created_at).catch((error: unknown) => {
        state.needsSync = true;
        throw error;
      });
    }
    await tellReads(held);
    while (!state.isClosed && (await deliverNext(held)));
    await loadFiles(held);
  };
  const run = async () => {
    while (!state.isClosed) {
      let timer: NodeJS.Timeout | undefined;
      const pause = new Promise<void>((resolve) => {
        state.nudge = resolve;
        const wait = state.isUp ? lookEvery : (retries[Math.min(state.failures, retries.length - 1)] ?? lookEvery);
        timer = setTimeout(resolve, wait);
      });
      await turn().catch(warn('an account at Telegram could not be served'));
      if (!state.isClosed) await pause;
      clearTimeout(timer);
    }
  };
  const running = run();
  return {
    wake: () => state.nudge(),
    async close() {
      state.isClosed = true;
      state.nudge();
      await running;
      await incoming;
      await line.close();
    },
  };
}
