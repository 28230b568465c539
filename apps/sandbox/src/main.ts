import { readSettings } from './env.ts';
import { startSandbox } from './sandbox.ts';

/** Prints one JSON line with the ports when ready, and ends on SIGTERM, SIGINT, or when a parent that forked it goes away. */
async function main(): Promise<void> {
  const sandbox = await startSandbox(readSettings());
  process.stdout.write(`${JSON.stringify({ ready: true, ports: sandbox.ports })}\n`);
  const stop = (): void => {
    void sandbox.stop().finally(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', stop);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`Sandbox: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
