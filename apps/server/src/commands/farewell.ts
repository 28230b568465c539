import type { Log } from '#platform/log.ts';

const patience = 9000;

/** Collects what was started and stops it in reverse order, on a signal or when a later step fails. */
export function createFarewell(log: Log, say: (sentence: string) => void) {
  const steps: { name: string; stop(): Promise<void> }[] = [];
  let going: Promise<void> | undefined;
  const stopAll = async () => {
    for (const { name, stop } of steps.toReversed()) {
      await stop().catch((error: unknown) => log.error({ err: error }, `${name} did not stop cleanly`));
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
