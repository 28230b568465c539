import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { readFact, saveFact } from '#platform/database/installation-store.ts';
import { askFirstWhereDue } from '#modules/messaging/campaigns/public.ts';
import { transitions } from '#modules/messaging/messages/public.ts';

/** Where sending was switched on; `pausedSince`: when it was noticed that this is another installation, or when somebody paused it. */
interface Fact {
  /** Of the installation. */
  fingerprint: string | null;
  pausedSince: string | null;
}

const fact = 'sending';

/** The fact of an installation that sends nothing until it is armed. */
export const pausedSending = (since: Date): { key: string; value: Fact } => ({
  key: fact,
  value: { fingerprint: null, pausedSince: since.toISOString() },
});

export interface SendingLockServices {
  database: Database;
  clock: Clock;
  /** What this database is recognised by. */
  fingerprint(tx: Tx): Promise<string>;
}

/** DEC-09: a restored or cloned installation sends nothing until somebody releases the lock. */
export interface SendingLock {
  /** False while the lock holds. Releases it for a new installation by itself, and notes when a copy is met first. Runs in a transaction over all companies. */
  maySend(tx: Tx): Promise<boolean>;
  /** Switches sending on here. Messages from before the pause that were due may have left where the copy was taken: their mailboxes are asked first. */
  release(): Promise<void>;
  /** Nothing leaves any more until it is released. */
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
          await askFirstWhereDue(tx, due);
        }
        await save(tx, { fingerprint: await fingerprintOf(tx), pausedSince: null });
      });
    },
    async engage() {
      await database.asSystem((tx) => save(tx, pausedSending(clock.now()).value));
    },
  };
}
