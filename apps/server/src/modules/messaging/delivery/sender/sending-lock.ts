import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { readFact, saveFact } from '#platform/database/installation-store.ts';
import { requireSentCheck } from '#modules/messaging/campaigns/public.ts';
import { transitions } from '#modules/messaging/messages/public.ts';

/** The installation that may send. `pausedSince`: when a copy was detected or a user paused sending. */
interface Fact {
  fingerprint: string | null;
  pausedSince: string | null;
}

const fact = 'sending';

export const pausedSending = (since: Date): { key: string; value: Fact } => ({
  key: fact,
  value: { fingerprint: null, pausedSince: since.toISOString() },
});

export interface SendingLockServices {
  database: Database;
  clock: Clock;
  fingerprint(tx: Tx): Promise<string>;
}

/** DEC-09: a restored or copied installation does not send until a user releases the lock. */
export interface SendingLock {
  /** Initializes a new installation and records a detected copy. Needs a system transaction. */
  maySend(tx: Tx): Promise<boolean>;
  /**
   * Enables sending. Due messages from before the pause may have left from the original: their
   * mailboxes are checked first.
   */
  release(): Promise<void>;
  engage(): Promise<void>;
}

export function createSendingLock({ database, clock, fingerprint }: SendingLockServices): SendingLock {
  let here: string | undefined;
  const fingerprintOf = async (tx: Tx) => (here ??= await fingerprint(tx));
  const save = (tx: Tx, value: Fact) => saveFact(tx, fact, { value, savedAt: clock.now() });

  return {
    async maySend(tx) {
      const known = await readFact<Fact>(tx, fact);
      if (known?.pausedSince) return false;
      const current = await fingerprintOf(tx);
      if (known?.fingerprint === current) return true;
      await save(
        tx,
        known ? { fingerprint: known.fingerprint, pausedSince: clock.now().toISOString() } : { fingerprint: current, pausedSince: null },
      );
      return !known;
    },
    async release() {
      await database.asSystem(async (tx) => {
        const known = await readFact<Fact>(tx, fact);
        if (known?.pausedSince) {
          const due = { before: new Date(known.pausedSince), now: clock.now() };
          await transitions.suspect(tx, due);
          await requireSentCheck(tx, due);
        }
        await save(tx, { fingerprint: await fingerprintOf(tx), pausedSince: null });
      });
    },
    async engage() {
      await database.asSystem((tx) => save(tx, pausedSending(clock.now()).value));
    },
  };
}
