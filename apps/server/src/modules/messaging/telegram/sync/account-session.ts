import { minuteMs, secondMs } from '@headwater/domain/time/durations';
import { type Clock, elapsed } from '#platform/clock.ts';
import { publish } from '#platform/events/store.ts';
import { startLoop } from '#platform/loop.ts';
import type { MessengerEvents, MessengerFailure, MessengerMessage, MessengerUser } from '../messenger-port.ts';
import { openSession } from '../accounts/sessions.ts';
import { type AccountRow, changeHeld } from '../store/accounts.ts';
import { deliverNext } from '../send/deliver.ts';
import type { FileLines } from '../send/file-lines.ts';
import { ingest, isAway, recordReadMark } from './ingest.ts';
import { markSynced, markBehind } from './missing.ts';
import { createFileLoader, type FileLoader } from './load-files.ts';
import { recordDeletions, recordEdit, recordMissedChanges, recordReactions } from './record-changes.ts';
import { startSync, markSlipped, type DialogSync, resumeSync } from './sync-dialogs.ts';
import { checkFrozen, frozenCheckEvery } from './check-frozen.ts';
import { recordAccountFailure } from '../send/record-failure.ts';
import { reconnectPause } from './reconnect-pause.ts';
import type { AccountContext, WorkerServices } from '../worker-services.ts';
import { reportReads } from './report-reads.ts';
import { createUploads } from '../send/uploads.ts';

const checkEvery = minuteMs;
const pollEvery = 5 * secondMs;
const changesEvery = 10 * minuteMs;
const longestSyncRetry = 10 * minuteMs;
const tryAgainAfter = secondMs;
/** After this delay unsaved updates count as missed. */
const lateAfter = secondMs;
const messagesBetween = 10;
/** Milliseconds for calls in progress when a worker stops. */
const closeLimitMs = 3000;

export interface AccountSession {
  idle(): Promise<void>;
  /** Signals due messages, read marks or files. */
  wake(): void;
  keepsUp(): boolean;
  /** Requests a full sync, which determines when the account has caught up. */
  requestSync(): void;
  /**
   * `atOnce` closes the connection before current work ends, because another worker may hold the
   * account.
   */
  close(options?: { atOnce: boolean }): Promise<void>;
}

interface State {
  isClosed: boolean;
  isUp: boolean;
  needsSync: boolean;
  sync: DialogSync | undefined;
  /** Messages may be missing: follow-ups wait for the next full sync. */
  isBehind: boolean;
  /** Next attempt to read unreadable dialogs, and the number of failed ones in a row. */
  syncAgainAt: number;
  incomplete: number;
  changesAt: number;
  quietUntil: number;
  /** End of a pause of syncs for a frozen account. */
  frozenUntil: number;
  frozenCheckAt: number;
  checkedAt: number;
  failures: number;
  wake: () => void;
}

const recordSelf = (context: AccountContext, self: MessengerUser) =>
  context.database.inCompany(context.companyId, async (tx) => {
    const { name, username, isPremium } = self;
    const change = { name, username, is_premium: isPremium, is_online: true };
    await changeHeld(tx, context.accountId, { worker: context.workerId, change });
    await publish(tx, { companyId: context.companyId, topic: 'telegram_accounts', ids: [context.accountId] });
  });

type Warn = (what: string) => (error: unknown) => void;

/**
 * Processes updates in order; a failure requires a sync. While the database is unavailable nothing
 * is dropped, because the gap could not be recorded and senders would assume that all is known.
 */
function createIncoming(state: State, { clock, warn }: { clock: Clock; warn: Warn }) {
  let last = Promise.resolve();
  /** Arrival time of the update in progress, the oldest of all waiting ones. */
  let inHandSince = Infinity;
  let taken = 0;
  const failed = warn('what came from Telegram could not be kept');
  const keep = async (work: () => Promise<unknown>) => {
    while (!state.isClosed) {
      try {
        await work();
        return;
      } catch (error) {
        failed(error);
        if (!isAway(error)) break;
        await clock.sleep(tryAgainAfter);
      }
    }
    Object.assign(state, { needsSync: true, isBehind: true });
    state.wake();
  };
  const take = async (before: Promise<void>, work: () => Promise<unknown>) => {
    const came = elapsed();
    taken += 1;
    await before;
    inHandSince = came;
    await keep(work);
    inHandSince = Infinity;
  };
  return {
    add: (work: () => Promise<unknown>) => void (last = take(last, work)),
    settled: () => last,
    count: () => taken,
    isLate: () => elapsed() - inHandSince > lateAfter,
  };
}

/** A dialog that moves up may pass the current sync, so another one follows. */
function requireAnotherSync(state: State, sync: DialogSync): void {
  markSlipped(sync);
  state.needsSync = true;
}

type Incoming = ReturnType<typeof createIncoming>;

type Taking = { state: State; incoming: Incoming; files: FileLoader };

function eventsOf(context: AccountContext, { state, incoming, files }: Taking): MessengerEvents {
  const take = async (message: MessengerMessage) => {
    const isKnown = await ingest(context, { peerId: message.peerId, messages: [message] });
    if (isKnown && message.file) files.look();
    if (isKnown) return;
    state.needsSync = true;
    state.wake();
  };
  const onMissed = () => {
    Object.assign(state, { needsSync: true, isBehind: true });
    state.wake();
  };
  return {
    onMissed,
    onMessage(message) {
      if (state.sync) requireAnotherSync(state, state.sync);
      incoming.add(() => take(message));
    },
    onEdited: (message) => incoming.add(() => recordEdit(context, message)),
    onReacted: (reacted) => incoming.add(() => recordReactions(context, reacted)),
    onDeleted: (ids) => incoming.add(() => recordDeletions(context, ids)),
    onReadByUs: (peerId, upTo) => incoming.add(() => recordReadMark(context, { peerId, upTo, by: 'us' })),
    onReadByPerson: (peerId, upTo) => incoming.add(() => recordReadMark(context, { peerId, upTo, by: 'person' })),
    onState(isOnline) {
      if (!state.isUp) return;
      // Telegram reports no updates while the connection is down.
      onMissed();
      // Immediate, because the current turn may wait for the connection.
      if (!isOnline) incoming.add(() => markBehind(context));
    },
  };
}

function createWatch(context: AccountContext, { state, events }: { state: State; events: MessengerEvents }) {
  const { line, log, accountId, clock } = context;
  const failed = async (failure: MessengerFailure) => {
    Object.assign(state, { isUp: false, needsSync: true, isBehind: true, failures: state.failures + 1 });
    await markBehind(context);
    await recordAccountFailure(context, failure);
    log.warn({ accountId, code: failure.code, detail: failure.detail }, 'Telegram account does not respond');
  };
  const comeUp = async (): Promise<boolean> => {
    const answer = await line.watch(events);
    if (!answer.ok) await failed(answer.failure);
    if (!answer.ok) return false;
    await recordSelf(context, answer.self);
    Object.assign(state, { isUp: true, needsSync: true, isBehind: true, failures: 0, checkedAt: clock.elapsed() });
    return true;
  };
  return async (): Promise<boolean> => {
    if (!state.isUp) return comeUp();
    if (clock.elapsed() - state.checkedAt < checkEvery) return true;
    state.checkedAt = clock.elapsed();
    const answer = await line.check();
    if (answer.ok) return true;
    if (answer.failure.code !== 'unreachable') {
      await failed(answer.failure);
      return false;
    }
    // The connection recovers automatically; until then updates are missed.
    Object.assign(state, { needsSync: true, isBehind: true });
    return true;
  };
}

/** Applies the result of a sync. Returns false while Telegram rate-limits the account. */
async function applySyncResult(
  context: AccountContext,
  { state, incoming }: Pick<Taking, 'state' | 'incoming'>,
  { sync, answer }: { sync: DialogSync; answer: Awaited<ReturnType<typeof resumeSync>> },
) {
  if (answer === 'more') {
    state.wake();
    return true;
  }
  if (answer === 'done') {
    state.sync = undefined;
    // Process updates received during the sync first.
    await incoming.settled();
    if (!state.isBehind && !sync.hasSlipped) await markSynced(context, sync);
    state.incomplete = sync.failed > 0 ? state.incomplete + 1 : 0;
    if (sync.failed > 0) state.syncAgainAt = context.clock.elapsed() + Math.min(pollEvery * 2 ** (state.incomplete - 1), longestSyncRetry);
    if (state.needsSync) state.wake();
    return true;
  }
  const noted = await recordAccountFailure(context, answer);
  if (answer.code === 'flood_wait' && noted) {
    // The sync resumes where it stopped.
    state.quietUntil = noted.until.getTime();
    return false;
  }
  if (answer.code === 'account_frozen') {
    // The sync resumes if the account is usable by then.
    state.frozenUntil = context.clock.now().getTime() + frozenCheckEvery;
    return false;
  }
  // A session that was ended elsewhere first shows here, as a closed connection.
  Object.assign(state, { sync: undefined, needsSync: true, isBehind: true });
  return false;
}

const isQuiet = ({ clock }: AccountContext, { quietUntil, frozenUntil }: State) =>
  clock.now().getTime() < Math.max(quietUntil, frozenUntil);

/** Continues a due sync. Returns false while Telegram rate-limits the account. */
async function syncDialogs(context: AccountContext, taking: Pick<Taking, 'state' | 'incoming'>): Promise<boolean> {
  const { state } = taking;
  if (state.isBehind) await markBehind(context);
  if (!state.sync && !state.needsSync && context.clock.elapsed() < state.syncAgainAt) return true;
  if (isQuiet(context, state)) return true;
  try {
    // Gaps from here on belong to the next sync.
    if (!state.sync) {
      // Edits and deletions may be missing as well.
      if (state.isBehind) state.changesAt = -Infinity;
      Object.assign(state, { needsSync: false, isBehind: false, syncAgainAt: Infinity });
    }
    const sync = (state.sync ??= await startSync(context));
    return await applySyncResult(context, taking, { sync, answer: await resumeSync(context, sync) });
  } catch (error) {
    Object.assign(state, { sync: undefined, needsSync: true, isBehind: true });
    throw error;
  }
}

/** Reads edits and deletions that were missed, also during a sync. Runs after due messages. */
async function syncChanges(context: AccountContext, state: State): Promise<void> {
  if (state.isClosed || !state.isUp || state.sync || context.clock.elapsed() < state.changesAt || isQuiet(context, state)) return;
  // Set before the request, so that a failure also waits.
  state.changesAt = context.clock.elapsed() + changesEvery;
  const came = await recordMissedChanges(context);
  if (came === 'more') state.changesAt = context.clock.elapsed() + pollEvery;
  else if (came !== 'end' && came.until !== undefined) state.quietUntil = came.until;
}

async function serve(context: AccountContext, { state, incoming, files }: Taking): Promise<void> {
  if (!(await syncDialogs(context, { state, incoming }))) return;
  files.look();
  if (!isQuiet(context, state)) await reportReads(context);
  // A current sync continues after a few messages. It may still find the copy of a message in
  // flight.
  const mayResume = !state.sync;
  for (let left = state.sync ? messagesBetween : Infinity; left > 0 && !state.isClosed; left -= 1) {
    // A received update may cancel the next message.
    await incoming.settled();
    // A gap requires a sync before sending, unless Telegram rate-limits it.
    if (state.isBehind && isQuiet(context, state)) return;
    if (state.isBehind) break;
    if (!(await deliverNext(context, { mayResume }))) return;
    // Telegram sends no update for our own message, and its dialog moves up.
    if (state.sync) requireAnotherSync(state, state.sync);
    // A due sync starts soon, but frequent requests for one must not delay messages.
    else if (state.needsSync && !isQuiet(context, state)) break;
  }
  state.wake();
}

export interface Holder {
  workerId: string;
  fileLines: FileLines;
}

/**
 * Serves one account while this worker holds its lease: processes updates in order, sends and
 * reports read marks sequentially, and loads files in parallel.
 */
export function startAccount(services: WorkerServices, row: AccountRow, { workerId, fileLines }: Holder): AccountSession {
  const line = services.messenger.open(openSession(services.secrets, row));
  const { id: accountId, company_id: companyId, session_number: sessionNumber, created_at: since } = row;
  const state: State = {
    isClosed: false,
    isUp: false,
    needsSync: true,
    sync: undefined,
    isBehind: true,
    syncAgainAt: Infinity,
    incomplete: 0,
    changesAt: -Infinity,
    quietUntil: -Infinity,
    frozenUntil: -Infinity,
    frozenCheckAt: -Infinity,
    checkedAt: -Infinity,
    failures: 0,
    wake: () => undefined,
  };
  const facts = { ...services, workerId, fileLines, accountId, companyId, sessionNumber, since, line };
  const context: AccountContext = { ...facts, uploads: createUploads(facts, () => state.wake()) };
  const warn: Warn = (what) => (error) => services.log.warn({ err: error, accountId: row.id }, what);
  const incoming = createIncoming(state, { clock: services.clock, warn });
  const files = createFileLoader(context);
  const isGood = createWatch(context, { state, events: eventsOf(context, { state, incoming, files }) });

  const turn = async () => {
    // The session may have been closed while the connection was checked.
    if (!(await isGood()) || state.isClosed) return;
    // Other work continues during a flood wait.
    if (await checkFrozen(context, state)) state.frozenUntil = -Infinity;
    await serve(context, { state, incoming, files });
    await syncChanges(context, state);
  };
  const loop = startLoop({
    clock: services.clock,
    log: services.log.child({ accountId }),
    failed: 'an account at Telegram could not be served',
    everyMs: () => (state.isUp ? pollEvery : reconnectPause(state.failures)),
    turn,
  });
  state.wake = loop.wake;
  return {
    wake: loop.wake,
    async idle() {
      let before: number;
      do {
        before = incoming.count();
        await incoming.settled();
        await loop.idle();
        await Promise.all([files.idle(), context.uploads.idle()]);
      } while (incoming.count() > before);
    },
    // No update is missed: senders wait for received updates.
    keepsUp: () => !incoming.isLate(),
    requestSync() {
      state.needsSync = true;
      state.wake();
    },
    async close({ atOnce } = { atOnce: false }) {
      state.isClosed = true;
      const stopped = loop.stop();
      if (atOnce) await line.close();
      // Without an answer from Telegram, a call would delay the stop by its whole timeout.
      line.closeIn(closeLimitMs);
      await stopped;
      await incoming.settled();
      const loaded = files.close();
      await line.close();
      await loaded;
    },
  };
}
