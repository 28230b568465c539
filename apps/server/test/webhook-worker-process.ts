import { createApplication } from '../src/app.ts';
import { readEnv } from '../src/env.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { acmeIntegration } from './acme-integration.ts';

/** A worker in a child process that never finishes a webhook, so that tests can kill it. */
const [databaseUrl = ''] = process.argv.slice(2);
const beforeHandling = (text: string) => new Promise<void>(() => void process.stdout.write(text));
const acme = { url: '', refreshes: [], handled: [], refuses: false, beforeHandling, stop: () => undefined };
const env = readEnv(process.env, [acmeIntegration(() => acme)]);
const application = createApplication({ env, databaseUrl, clock: systemClock, log: createLog('silent') });
await application.startWorker();
