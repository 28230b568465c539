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
import type { AccountContext, WorkerServices } from './services.ts';

/** How often a line that says nothing is asked whether it is still good. */
const checkEvery = minuteMs;
/** How often due messages are looked for where nobody has said that there are any. */
const lookEvery = 5 * secondMs;
/** How long a dialog that cannot be read is left alone at most. */
const lookAgainAtMost = 10 * minuteMs;
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
  /** Dialogs that could not be read are tried again then; how often they were in a row. */
  syncAgainAt: number;
  incomplete: number;
  /** Telegram wants to be left alone until then. */
  quietUntil: number;
  checkedAt: number;
  failures: number;
  nudge: () => void;
}

async function tellReads(context: AccountContext): Promise<void> {
  const waiting = await context.database.readInCompany(context.companyId, (tx) => listToTell(tx, context.accountId));
  for (const { id, peer_id: peerId, peer_access: access, read_up_to: upTo } of waiting) {
    if (peerId === null || access === null) continue;
    const answer = await context.line.markRead({ id: peerId, access }, upTo);
    if (!answer.ok) return void (await noteFailure(context, answer.failure));
    await context.database.inCompany(context.companyId, (tx) => changeDialog(tx, id, { told_read_up_to: upTo }));
  }
}

const noteSelf = (context: AccountContext, self: MessengerUser) =>
  context.database.inCompany(context.companyId, async (tx) => {
    const { name, username, isPremium } = self;
    await changeAccount(tx, context.accountId, { name, username, is_premium: isPremium, is_online: true });
    await publish(tx, { companyId: context.companyId, topic: 'telegram_accounts', ids: [context.accountId] });
  });

type Warn = (what: string) => (error: unknown) => void;

/** What came is taken up one thing after another; where one fails, the dialogs are looked through. */
function createIncoming(state: State, warn: Warn) {
  let last = Promise.resolve();
  const take = async (before: Promise<void>, work: () => Promise<unknown>) => {
    await before;
    if (state.isClosed) return;
    try {
      await work();
    } catch (error) {
      warn('what came from Telegram could not be kept')(error);
      state.needsSync = true;
      state.nudge();
    }
  };
  return {
    add: (work: () => Promise<unknown>) => void (last = take(last, work)),
    settled: () => last,
  };
}

type Incoming = ReturnType<typeof createIncoming>;

function eventsOf(context: AccountContext, { state, incoming }: { state: State; incoming: Incoming }): MessengerEvents {
  const take = async (message: MessengerMessage) => {
    const isKnown = await ingest(context, { peerId: message.peerId, messages: [message] });
    if (!isKnown) state.needsSync = true;
    if (!isKnown || message.file) state.nudge();
  };
  const onMissed = () => {
    state.needsSync = true;
    state.nudge();
  };
  return {
    onMissed,
    onMessage: (message) => incoming.add(() => take(message)),
    onReadByUs: (peerId, upTo) => incoming.add(() => noteReadMark(context, { peerId, upTo, by: 'us' })),
    onReadByPerson: (peerId, upTo) => incoming.add(() => noteReadMark(context, { peerId, upTo, by: 'person' })),
    onState(isOnline) {
      // What happened meanwhile was told to nobody.
      if (isOnline && state.isUp) onMissed();
    },
  };
}

/** Whether the line is good: brought up where it is not, and asked now and then. */
function createWatch(context: AccountContext, { state, events }: { state: State; events: MessengerEvents }) {
  const { line, log, accountId } = context;
  const failed = async (failure: MessengerFailure) => {
    state.isUp = false;
    state.failures += 1;
    await noteFailure(context, failure);
    log.warn({ accountId, code: failure.code, detail: failure.detail }, 'an account at Telegram does not answer');
  };
  const comeUp = async (): Promise<boolean> => {
    const answer = await line.watch(events);
    if (!answer.ok) await failed(answer.failure);
    if (!answer.ok) return false;
    await noteSelf(context, answer.self);
    Object.assign(state, { isUp: true, needsSync: true, failures: 0, checkedAt: elapsed() });
    return true;
  };
  return async (): Promise<boolean> => {
    if (!state.isUp) return comeUp();
    if (elapsed() - state.checkedAt < checkEvery) return true;
    state.checkedAt = elapsed();
    const answer = await line.check();
    if (answer.ok || answer.failure.code === 'unreachable') return true;
    await failed(answer.failure);
    return false;
  };
}

/** Answers whether Telegram lets the account look. */
async function lookThrough(context: AccountContext, { state, since }: { state: State; since: Date }): Promise<boolean> {
  if (!state.needsSync && elapsed() < state.syncAgainAt) return true;
  if (context.clock.now().getTime() < state.quietUntil) return true;
  Object.assign(state, { needsSync: false, syncAgainAt: Infinity });
  const { failure, unread } = await sync(context, since).catch((error: unknown) => {
    state.needsSync = true;
    throw error;
  });
  state.incomplete = unread > 0 ? state.incomplete + 1 : 0;
  if (unread > 0) state.syncAgainAt = elapsed() + Math.min(lookEvery * 2 ** (state.incomplete - 1), lookAgainAtMost);
  if (!failure) return true;
  // A session that was ended elsewhere shows here first: Telegram has cut its line.
  state.needsSync = true;
  const noted = await noteFailure(context, failure);
  if (failure.code === 'flood_wait' && noted) state.quietUntil = noted.until.getTime();
  return false;
}

/** One look at all that there is to do for the account. */
async function serve(context: AccountContext, { state, since }: { state: State; since: Date }): Promise<void> {
  if (!(await lookThrough(context, { state, since }))) return;
  await tellReads(context);
  while (!state.isClosed && (await deliverNext(context)));
  await loadFiles(context);
}

/**
 * Serves one account for as long as this worker answers for it: takes in what comes, in the order in which it comes, and beside that sends, tells
 * what was read and loads files, one thing at a time.
 */
export function startAccount(services: WorkerServices, row: AccountRow, workerId: string): AccountSession {
  const line = services.messenger.open(openSession(services.secrets, row));
  const { id: accountId, company_id: companyId, session_number: sessionNumber } = row;
  const context: AccountContext = { ...services, workerId, accountId, companyId, sessionNumber, line };
  const state: State = {
    isClosed: false,
    isUp: false,
    needsSync: true,
    syncAgainAt: Infinity,
    incomplete: 0,
    quietUntil: -Infinity,
    checkedAt: -Infinity,
    failures: 0,
    nudge: () => undefined,
  };
  const warn: Warn = (what) => (error) => services.log.warn({ err: error, accountId: row.id }, what);
  const incoming = createIncoming(state, warn);
  const isGood = createWatch(context, { state, events: eventsOf(context, { state, incoming }) });

  const turn = async () => {
    if (await isGood()) await serve(context, { state, since: row.created_at });
  };
  const run = async () => {
    while (!state.isClosed) {
      let timer: NodeJS.Timeout | undefined;
      // Whoever nudges while the turn runs ends the pause after it.
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
      await incoming.settled();
      await line.close();
    },
  };
}
