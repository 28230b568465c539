import { readSettings } from './env.ts';
import { startSandbox } from './sandbox.ts';

/** Prints a JSON line when ready. Ends on SIGTERM, SIGINT, or with its parent. */
async function main(): Promise<void> {
  const sandbox = await startSandbox(readSettings());
  const { ports, telegram } = sandbox;
  const server = telegram && { host: telegram.host, port: telegram.port, publicKey: telegram.publicKey, ...telegram.application };
  process.stdout.write(`${JSON.stringify({ ready: true, ports, telegram: server })}\n`);
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
