import { EventEmitter, once } from 'node:events';
import type { Application } from '../app.ts';
import { openCandidates } from '#integrations/sandbox/candidates.ts';
import { openPhones } from '#integrations/sandbox/phones.ts';
import { installDialogs, installFurtherPeople, installHistory } from '#modules/demo/public.ts';
import { type Clock, movableClock } from '#platform/clock.ts';
import { runAlone } from '#platform/database/run-alone.ts';
import { releaseMemory } from '#platform/memory.ts';
import type { Log } from '#platform/log.ts';

interface HistoryOptions {
  application: Application;
  clock: Clock;
  log: Log;
  httpPort: number;
  profiles: number;
  /** Loads up to this number of people. */
  loadPeople(count: number): Promise<void>;
  say(sentence: string): void;
}

/**
 * `done` resolves on success and on failure, but not after a stop. No worker may send or read mail
 * before, as the history has its own clock.
 */
export function createDemoHistory({ application, clock, log, httpPort, profiles, loadPeople, say }: HistoryOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { database, search } = application;
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const ending = new EventEmitter();
  const done = once(ending, 'done').then(() => undefined);

  // A stopped child never settles its promise.
  const load = (count: number) => Promise.race([loadPeople(count), aborted]);

  const make = async () => {
    await installFurtherPeople({ database, clock, profiles, say }, load);
    if (signal.aborted) return;
    const candidates = openCandidates({ httpPort });
    const past = await application.runDemoHistory(movableClock(clock.now()));
    try {
      const untilSearchable = () => Promise.race([search.start(), aborted]);
      await installHistory({ database, clock, log, say, past, candidates, untilSearchable, loadNewcomers: () => load(profiles), signal });
    } finally {
      await Promise.all([past.close(), candidates.close()]);
      releaseMemory();
    }
  };
  // Telegram dates messages itself, so its dialogs take place now, while the worker runs.
  const createDialogs = async () => {
    const phones = openPhones({ httpPort });
    const past = await application.runDemoHistory(movableClock(clock.now()));
    try {
      await installDialogs({ database, clock, log, past, phones, signal });
    } finally {
      await Promise.all([past.close(), phones.close()]);
    }
  };
  const run = async () => {
    await runAlone(database.pool, { name: 'demo history', signal }, make).catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, 'demo history incomplete: the next start continues it');
    });
    if (signal.aborted) return;
    ending.emit('done');
    await runAlone(database.pool, { name: 'demo dialogs', signal }, createDialogs).catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, 'demo dialogs incomplete: the next start continues them');
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
