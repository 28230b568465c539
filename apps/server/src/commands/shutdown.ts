import { elapsed } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';

/** Milliseconds before the supervisor would kill. */
const reserveMs = 500;
/** The embedded database takes up to six seconds to stop safely. */
const databaseMs = 6500;
const minimumMs = 200;

interface Step {
  name: string;
  stop(): Promise<void>;
}

/** Returns false at the time limit: a blocked step must not prevent the others from stopping. */
async function endsWithin(work: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const ended = await Promise.race([work.then(() => true), timeout]);
  clearTimeout(timer);
  return ended;
}

export function createShutdown(log: Log, { seconds, say }: { seconds: number; say(sentence: string): void }) {
  const totalMs = seconds * 1000 - reserveMs;
  const steps: Step[] = [];
  let stopping: Promise<void> | undefined;
  const stopAll = async () => {
    const begun = elapsed();
    for (const step of steps.toReversed()) {
      const left = (step === steps[0] ? totalMs : totalMs - databaseMs) - (elapsed() - begun);
      const stopped = step.stop().catch((error: unknown) => log.error({ err: error }, `${step.name} did not stop cleanly`));
      if (!(await endsWithin(stopped, Math.max(minimumMs, left)))) log.warn(`${step.name} did not stop in time`);
    }
  };
  const now = () => (stopping ??= stopAll());
  const onSignal = () => {
    if (stopping) return;
    say('Stopping.');
    setTimeout(() => process.exit(1), totalMs).unref();
    void now().then(() => process.exit(0));
  };
  process.once('SIGTERM', onSignal);
  process.once('SIGINT', onSignal);
  return { add: (name: string, stop: () => Promise<void>) => steps.push({ name, stop }), now };
}
