import { minuteMs, secondMs } from '@headwater/domain/time/durations';
import { type Clock, elapsed } from '#platform/clock.ts';
import { publish } from '#platform/events/store.ts';
import { startLoop } from '#platform/loop.ts';
import type { MessengerEvents, MessengerFailure, MessengerMessage, MessengerUser } from '../messenger-port.ts';
import { openSession } from '../sessions.ts';
import { type AccountRow, changeHeld } from '../store/accounts.ts';
import { deliverNext } from './deliver.ts';
import type { FileLines } from './file-lines.ts';
import { ingest, isAway, noteReadMark } from './ingest.ts';
import { caughtUp, fellBehind } from './missing.ts';
import { createFileLoader, type FileLoader } from './load-files.ts';
import { takeDeletions, takeEdit, takeMissedChanges, takeReactions } from './note-changes.ts';
import { beginWalk, noteMoved, type Walk, walkOn } from './look-through.ts';
import { lookForThaw, thawEvery } from './look-for-thaw.ts';
import { noteFailure } from './note-account.ts';
import { reconnectPause } from './reconnect-pause.ts';
import type { AccountContext, WorkerServices } from './services.ts';
import { tellReads } from './tell-reads.ts';
import { createUploads } from './uploads.ts';

/** How often a line that says nothing is asked whether it is still good. */
const checkEvery = minuteMs;
/** How often due messages are looked for where nobody has said that there are any. */
const lookEvery = 5 * secondMs;
/** How often what was changed is asked for, where no gap was seen. */
const changesEvery = 10 * minuteMs;
/** How long a dialog that cannot be read is left alone at most. */
const lookAgainAtMost = 10 * minuteMs;
/** How long what came waits where the database was away for longer than a moment. */
const tryAgainAfter = secondMs;
/** What came may wait to be kept for that long until it counts as not known. */
const lateAfter = secondMs;
/** Messages that leave between two turns of a look. */
const messagesBetween = 10;

export interface AccountSession {
  /** Resolves when all that arrived is kept and nothing is due. */
  idle(): Promise<void>;
  /** Something waits: to be sent, to be told, to be loaded. */
  wake(): void;
  /** Whether all that came is kept, but for a moment. */
  keepsUp(): boolean;
  /** A whole look follows, which says when the account has caught up. */
  lookAgain(): void;
  /** With `atOnce` the line falls before what is under way has ended: somebody else may answer for the account by now. */
  close(options?: { atOnce: boolean }): Promise<void>;
}

interface State {
  isClosed: boolean;
  isUp: boolean;
  needsSync: boolean;
  /** The look through the dialogs that is under way. */
  walk: Walk | undefined;
  /** Something may have been said that is not known: follow-ups wait for the next whole look. */
  isBehind: boolean;
  /** Dialogs that could not be read are tried again then; how often they were in a row. */
  syncAgainAt: number;
  incomplete: number;
  /** Edits and deletions are asked for then. */
  changesAt: number;
  /** Telegram wants to be left alone until then. */
  quietUntil: number;
  /** Frozen, it is let look through no dialogs until then. */
  frozenUntil: number;
  /** Frozen, it is asked then whether it is free again. */
  thawAt: number;
  checkedAt: number;
  failures: number;
  nudge: () => void;
}

const noteSelf = (context: AccountContext, self: MessengerUser) =>
  context.database.inCompany(context.companyId, async (tx) => {
    const { name, username, isPremium } = self;
    const change = { name, username, is_premium: isPremium, is_online: true };
    await changeHeld(tx, context.accountId, { worker: context.workerId, change });
    await publish(tx, { companyId: context.companyId, topic: 'telegram_accounts', ids: [context.accountId] });
  });

type Warn = (what: string) => (error: unknown) => void;

/**
 * What came is taken up one thing after another; where one fails, the dialogs are looked through. Nothing is dropped while the database is away: until it
 * is back nobody could say that something was missed, and whoever sends would believe that all is known.
 */
function createIncoming(state: State, { clock, warn }: { clock: Clock; warn: Warn }) {
  let last = Promise.resolve();
  /** When what is being kept came: before all that waits behind it. */
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
    state.nudge();
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

/** A dialog that moves up passes by a look that is under way: another one follows. */
function passedBy(state: State, walk: Walk): void {
  noteMoved(walk);
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
    state.nudge();
  };
  const onMissed = () => {
    Object.assign(state, { needsSync: true, isBehind: true });
    state.nudge();
  };
  return {
    onMissed,
    onMessage(message) {
      if (state.walk) passedBy(state, state.walk);
      incoming.add(() => take(message));
    },
    onEdited: (message) => incoming.add(() => takeEdit(context, message)),
    onReacted: (reacted) => incoming.add(() => takeReactions(context, reacted)),
    onDeleted: (ids) => incoming.add(() => takeDeletions(context, ids)),
    onReadByUs: (peerId, upTo) => incoming.add(() => noteReadMark(context, { peerId, upTo, by: 'us' })),
    onReadByPerson: (peerId, upTo) => incoming.add(() => noteReadMark(context, { peerId, upTo, by: 'person' })),
    onState(isOnline) {
      if (!state.isUp) return;
      // What happens meanwhile is told to nobody.
      onMissed();
      // At once: the turn that is under way may wait for the line.
      if (!isOnline) incoming.add(() => fellBehind(context));
    },
  };
}

/** Whether the line is good: brought up where it is not, and asked now and then. */
function createWatch(context: AccountContext, { state, events }: { state: State; events: MessengerEvents }) {
  const { line, log, accountId, clock } = context;
  const failed = async (failure: MessengerFailure) => {
    Object.assign(state, { isUp: false, needsSync: true, isBehind: true, failures: state.failures + 1 });
    await fellBehind(context);
    await noteFailure(context, failure);
    log.warn({ accountId, code: failure.code, detail: failure.detail }, 'an account at Telegram does not answer');
  };
  const comeUp = async (): Promise<boolean> => {
    const answer = await line.watch(events);
    if (!answer.ok) await failed(answer.failure);
    if (!answer.ok) return false;
    await noteSelf(context, answer.self);
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
    // It comes back by itself; until then nothing is heard.
    Object.assign(state, { needsSync: true, isBehind: true });
    return true;
  };
}

/** What a look has come to; answers whether Telegram lets the account look. */
async function noteLook(
  context: AccountContext,
  { state, incoming }: Pick<Taking, 'state' | 'incoming'>,
  { walk, answer }: { walk: Walk; answer: Awaited<ReturnType<typeof walkOn>> },
) {
  if (answer === 'more') {
    state.nudge();
    return true;
  }
  if (answer === 'done') {
    state.walk = undefined;
    // What came beside the look is of what was said as well.
    await incoming.settled();
    if (!state.isBehind && !walk.hasSlipped) await caughtUp(context, walk);
    state.incomplete = walk.failed > 0 ? state.incomplete + 1 : 0;
    if (walk.failed > 0) state.syncAgainAt = context.clock.elapsed() + Math.min(lookEvery * 2 ** (state.incomplete - 1), lookAgainAtMost);
    if (state.needsSync) state.nudge();
    return true;
  }
  const noted = await noteFailure(context, answer);
  if (answer.code === 'flood_wait' && noted) {
    // It goes on where it was.
    state.quietUntil = noted.until.getTime();
    return false;
  }
  if (answer.code === 'account_frozen') {
    // The same, where it is free again by then.
    state.frozenUntil = context.clock.now().getTime() + thawEvery;
    return false;
  }
  // A session that was ended elsewhere shows here first: Telegram has cut its line.
  Object.assign(state, { walk: undefined, needsSync: true, isBehind: true });
  return false;
}

const isQuiet = ({ clock }: AccountContext, { quietUntil, frozenUntil }: State) =>
  clock.now().getTime() < Math.max(quietUntil, frozenUntil);

/** Goes on with a look through the dialogs where one is due. Answers whether Telegram lets the account look. */
async function lookThrough(context: AccountContext, taking: Pick<Taking, 'state' | 'incoming'>): Promise<boolean> {
  const { state } = taking;
  if (state.isBehind) await fellBehind(context);
  if (!state.walk && !state.needsSync && context.clock.elapsed() < state.syncAgainAt) return true;
  if (isQuiet(context, state)) return true;
  try {
    // What is missed from here on is another look's.
    if (!state.walk) {
      // Whatever was missed may be a change as well.
      if (state.isBehind) state.changesAt = -Infinity;
      Object.assign(state, { needsSync: false, isBehind: false, syncAgainAt: Infinity });
    }
    const walk = (state.walk ??= await beginWalk(context));
    return await noteLook(context, taking, { walk, answer: await walkOn(context, walk) });
  } catch (error) {
    Object.assign(state, { walk: undefined, needsSync: true, isBehind: true });
    throw error;
  }
}

/** What was changed while nobody listened, or while a look was reading the same messages. It comes after what waits to be sent. */
async function lookForChanges(context: AccountContext, state: State): Promise<void> {
  if (state.isClosed || !state.isUp || state.walk || context.clock.elapsed() < state.changesAt || isQuiet(context, state)) return;
  // Also where it is refused, or a page cannot be kept.
  state.changesAt = context.clock.elapsed() + changesEvery;
  const came = await takeMissedChanges(context);
  if (came === 'more') state.changesAt = context.clock.elapsed() + lookEvery;
  else if (came !== 'end' && came.until !== undefined) state.quietUntil = came.until;
}

/** One look at all that there is to do for the account. */
async function serve(context: AccountContext, { state, incoming, files }: Taking): Promise<void> {
  if (!(await lookThrough(context, { state, incoming }))) return;
  files.look();
  if (!isQuiet(context, state)) await tellReads(context);
  // A look that is under way goes on after some messages; and what it has not come to yet may be one that is on its way.
  const mayResume = !state.walk;
  for (let left = state.walk ? messagesBetween : Infinity; left > 0 && !state.isClosed; left -= 1) {
    // What has come may end what is about to leave.
    await incoming.settled();
    // What was missed is looked for first; at once, unless Telegram does not let the account look.
    if (state.isBehind && isQuiet(context, state)) return;
    if (state.isBehind) break;
    if (!(await deliverNext(context, { mayResume }))) return;
    // Telegram tells whoever has sent it nothing of it, and its dialog moves up as well.
    if (state.walk) passedBy(state, state.walk);
    // A look that is due begins soon, and whoever makes it due all the time holds up no message.
    else if (state.needsSync && !isQuiet(context, state)) break;
  }
  state.nudge();
}

/** Who serves it. */
export interface Holder {
  workerId: string;
  fileLines: FileLines;
}

/**
 * Serves one account for as long as this worker answers for it: takes in what comes, in the order in which it comes; beside that sends and tells what
 * was read, one thing at a time; and beside that loads files.
 */
export function startAccount(services: WorkerServices, row: AccountRow, { workerId, fileLines }: Holder): AccountSession {
  const line = services.messenger.open(openSession(services.secrets, row));
  const { id: accountId, company_id: companyId, session_number: sessionNumber, created_at: since } = row;
  const state: State = {
    isClosed: false,
    isUp: false,
    needsSync: true,
    walk: undefined,
    isBehind: true,
    syncAgainAt: Infinity,
    incomplete: 0,
    changesAt: -Infinity,
    quietUntil: -Infinity,
    frozenUntil: -Infinity,
    thawAt: -Infinity,
    checkedAt: -Infinity,
    failures: 0,
    nudge: () => undefined,
  };
  const facts = { ...services, workerId, fileLines, accountId, companyId, sessionNumber, since, line };
  const context: AccountContext = { ...facts, uploads: createUploads(facts, () => state.nudge()) };
  const warn: Warn = (what) => (error) => services.log.warn({ err: error, accountId: row.id }, what);
  const incoming = createIncoming(state, { clock: services.clock, warn });
  const files = createFileLoader(context);
  const isGood = createWatch(context, { state, events: eventsOf(context, { state, incoming, files }) });

  const turn = async () => {
    // The line may have been asked for so long that the session is to end by now.
    if (!(await isGood()) || state.isClosed) return;
    // What Telegram wants to be waited for besides goes on.
    if (await lookForThaw(context, state)) state.frozenUntil = -Infinity;
    await serve(context, { state, incoming, files });
    await lookForChanges(context, state);
  };
  const loop = startLoop({
    clock: services.clock,
    log: services.log.child({ accountId }),
    failed: 'an account at Telegram could not be served',
    everyMs: () => (state.isUp ? lookEvery : reconnectPause(state.failures)),
    turn,
  });
  state.nudge = loop.wake;
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
    // Nothing was missed: whoever sends waits for what came in any case.
    keepsUp: () => !incoming.isLate(),
    lookAgain() {
      state.needsSync = true;
      state.nudge();
    },
    async close({ atOnce } = { atOnce: false }) {
      state.isClosed = true;
      const stopped = loop.stop();
      if (atOnce) await line.close();
      await stopped;
      await incoming.settled();
      const loaded = files.close();
      await line.close();
      await loaded;
    },
  };
}
