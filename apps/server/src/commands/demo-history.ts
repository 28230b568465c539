import { EventEmitter, once } from 'node:events';
import type { Application } from '../app.ts';
import { openCandidates } from '#integrations/sandbox/candidates.ts';
import { openPhones } from '#integrations/sandbox/phones.ts';
import { installDialogs, installHistory } from '#modules/demo/public.ts';
import { type Clock, movableClock } from '#platform/clock.ts';
import { runAlone } from '#platform/database/run-alone.ts';
import { giveBackMemory } from '#platform/memory.ts';
import type { Log } from '#platform/log.ts';

interface HistoryOptions {
  application: Application;
  clock: Clock;
  log: Log;
  /** Port of the sandbox's page. */
  httpPort: number;
  loadNewcomers(): Promise<void>;
  say(sentence: string): void;
}

/**
 * Makes the history of a new demo while it is served already. `done` resolves when it is there, or could not be made, and not where it was stopped: until
 * then no worker may send or read mail, as the history goes by a clock of its own.
 */
export function createDemoHistory({ application, clock, log, httpPort, loadNewcomers, say }: HistoryOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { database, search } = application;
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const ending = new EventEmitter();
  const done = once(ending, 'done').then(() => undefined);

  const make = async () => {
    const candidates = openCandidates({ httpPort });
    const past = await application.livePast(movableClock(clock.now()));
    try {
      const untilSearchable = () => Promise.race([search.start(), aborted]);
      await installHistory({ database, clock, log, say, past, candidates, untilSearchable, loadNewcomers, signal });
    } finally {
      await Promise.all([past.close(), candidates.close()]);
      giveBackMemory();
    }
  };
  // Telegram dates what is said by itself: its dialogs are lived now, while the worker sends and hears.
  const talk = async () => {
    const phones = openPhones({ httpPort });
    const past = await application.livePast(movableClock(clock.now()));
    try {
      await installDialogs({ database, clock, log, past, phones, signal });
    } finally {
      await Promise.all([past.close(), phones.close()]);
    }
  };
  const run = async () => {
    await runAlone(database.pool, { name: 'demo history', signal }, make).catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, 'the history of the demo was not made to its end: the next start goes on with it');
    });
    if (signal.aborted) return;
    ending.emit('done');
    await runAlone(database.pool, { name: 'demo dialogs', signal }, talk).catch((error: unknown) => {
      if (!signal.aborted)
        log.error({ err: error }, 'the dialogs of the demo were not made to their end: the next start goes on with them');
    });
  };
  let running: Promise<void> | undefined;
  return {
    done,
    start(): void {
      running ??= run();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
