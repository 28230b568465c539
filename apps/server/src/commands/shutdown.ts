import { elapsed } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';

/** In milliseconds: what a supervisor grants before it kills is ten seconds. */
const patience = 9500;
/** Of it for everything but the database, which was started first and takes up to six seconds to be sure of its files. */
const shared = 3000;
const least = 200;

interface Step {
  name: string;
  stop(): Promise<void>;
}

/** True where it ended in time. What hangs (a mail server in the middle of a conversation) must not keep the rest from stopping. */
async function endsWithin(work: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const ended = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return ended;
}

/** Collects what was started and stops it in reverse order, on a signal or when a later step fails. */
export function createShutdown(log: Log, say: (sentence: string) => void) {
  const steps: Step[] = [];
  let going: Promise<void> | undefined;
  const stopAll = async () => {
    const begun = elapsed();
    for (const step of steps.toReversed()) {
      const left = (step === steps[0] ? patience : shared) - (elapsed() - begun);
      const stopped = step.stop().catch((error: unknown) => log.error({ err: error }, `${step.name} did not stop cleanly`));
      if (!(await endsWithin(stopped, Math.max(least, left)))) log.warn(`${step.name} did not stop in time and was left behind`);
    }
  };
  const now = () => (going ??= stopAll());
  const onSignal = () => {
    if (going) return;
    say('Stopping.');
    setTimeout(() => process.exit(1), patience).unref();
    void now().then(() => process.exit(0));
  };
  process.once('SIGTERM', onSignal);
  process.once('SIGINT', onSignal);
  return { add: (name: string, stop: () => Promise<void>) => steps.push({ name, stop }), now };
}
