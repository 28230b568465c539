import { setTimeout as sleep } from 'node:timers/promises';
import { mailboxesWithWork } from '../store/claims.ts';
import { advance, type SenderServices } from './send-one.ts';

export interface SenderOptions {
  /** Pause between looks for work, in milliseconds. */
  pollMs: number;
  /** Mailboxes served at once. */
  concurrency: number;
}

export interface Sender {
  stop(): Promise<void>;
}

/** Serves every mailbox with due messages until stopped; a message under way is brought to its end first. */
export function startSender(services: SenderServices, { pollMs, concurrency }: SenderOptions): Sender {
  const stopping = new AbortController();
  const busy = new Map<number, Promise<void>>();
  const serve = async (mailboxId: number) => {
    try {
      while (!stopping.signal.aborted && (await advance(services, mailboxId)));
    } catch (error) {
      // The lease brings the message back; the database may be restarting.
      services.log.warn({ err: error, mailboxId }, 'sending was interrupted');
    } finally {
      busy.delete(mailboxId);
    }
  };
  const look = async () => {
    const ids = await services.database.asSystem(async (tx) =>
      (await services.isArmed(tx)) ? mailboxesWithWork(tx, services.clock.now()) : [],
    );
    for (const id of ids) {
      if (busy.size >= concurrency) return;
      if (!busy.has(id)) busy.set(id, serve(id));
    }
  };
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => services.log.warn({ err: error }, 'could not look for messages to send'));
      await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = loop();
  return {
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(busy.values());
    },
  };
}
