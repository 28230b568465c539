import { preparedPlans } from '#platform/database/database.ts';
import { startLoop } from '#platform/loop.ts';
import { deliverNext, type SenderServices } from './deliver.ts';
import { mailboxesWithWork, type MailboxWork } from '../store/queue.ts';

export interface SenderOptions {
  pollMs: number;
  concurrency: number;
}

export interface Sender {
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds after which a mailbox yields to a waiting one. */
const slice = 500;
/**
 * Concurrent batches of a mailbox: one is stored while another is sent. Only full batches without
 * limits or pauses.
 */
const mostPipelines = 2;
/** Milliseconds of pause per blocked mailbox, which bounds the rate of limit checks. */
const pauseForEach = 20;

/**
 * Serves every mailbox with due messages until stopped, and finishes the current message. With more
 * mailboxes than slots they take turns, the longest waiting first.
 */
export function startSender(services: SenderServices, { pollMs, concurrency }: SenderOptions): Sender {
  const { elapsed } = services.clock;
  const busy = new Map<number, Promise<void>>();
  const servedAt = new Map<number, number>();
  const paused = new Map<number, { newest: number; until: number }>();
  const state: { isStopping: boolean; isCrowded: boolean; sent: number; wake?: () => void } = {
    isStopping: false,
    isCrowded: false,
    sent: 0,
  };

  const serve = async ({ id, newest }: MailboxWork) => {
    const begin = elapsed();
    let advanced = 0;
    let hasFailed = false;
    const goesOn = () => !state.isStopping && !hasFailed && !(state.isCrowded && elapsed() - begin > slice);
    const running = new Set<Promise<void>>();
    const pipeline = async (): Promise<void> => {
      while (goesOn() && (await deliverNext(services, id, open))) advanced += 1;
    };
    const open = (): void => {
      if (running.size >= mostPipelines) return;
      const going = pipeline()
        .catch((error: unknown) => {
          hasFailed = true;
          // The lease returns the message; the database may be restarting.
          services.log.warn({ err: error, mailboxId: id }, 'sending was interrupted');
        })
        .finally(() => running.delete(going));
      running.add(going);
    };
    open();
    while (running.size > 0) await Promise.all(running);
    busy.delete(id);
    servedAt.set(id, elapsed());
    state.sent += advanced;
    if (advanced > 0) paused.delete(id);
    else paused.set(id, { newest, until: elapsed() + Math.max(0.8 * pollMs, paused.size * pauseForEach) });
    if (state.isCrowded) state.wake?.();
  };
  const mayHaveWork = ({ id, newest }: MailboxWork) => {
    const last = paused.get(id);
    return !busy.has(id) && (last === undefined || last.newest !== newest || last.until <= elapsed());
  };
  const look = async () => {
    const serving = [...busy.keys()];
    const all = await services.database.asSystem(
      async (tx) => ((await services.maySend(tx)) ? mailboxesWithWork(tx, services.clock.now(), serving) : []),
      preparedPlans,
    );
    const withWork = new Set([...all.map(({ id }) => id), ...serving]);
    for (const known of [paused, servedAt]) for (const id of known.keys()) if (!withWork.has(id)) known.delete(id);
    const waiting = all.filter(mayHaveWork).toSorted((one, other) => (servedAt.get(one.id) ?? 0) - (servedAt.get(other.id) ?? 0));
    const room = concurrency - busy.size;
    state.isCrowded = waiting.length > room;
    for (const mailbox of waiting.slice(0, room)) busy.set(mailbox.id, serve(mailbox));
  };
  const loop = startLoop({
    clock: services.clock,
    log: services.log,
    failed: 'messages to send could not be looked for',
    everyMs: pollMs,
    turn: look,
  });
  state.wake = loop.wake;
  return {
    async idle() {
      let before: number;
      do {
        before = state.sent;
        paused.clear();
        await loop.idle();
        await Promise.all(busy.values());
      } while (state.sent > before && !state.isStopping);
    },
    async stop() {
      state.isStopping = true;
      await loop.stop();
      await Promise.all(busy.values());
    },
  };
}
