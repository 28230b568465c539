import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Env, projectRoot } from '../env.ts';
import { createApplication } from '../app.ts';
import { systemClock } from '#platform/clock.ts';
import { databaseFailure } from '#platform/database/failures.ts';
import { StartupError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { growSparingly } from '#platform/memory.ts';
import { openSetup } from '#modules/setup/public.ts';
import { demoSandboxUsers } from '#modules/demo/public.ts';
import { openConfiguredDatabase } from './database.ts';
import { decideDemo } from './demo.ts';
import { openDemo } from './open-demo.ts';
import { createShutdown } from './shutdown.ts';
import { startSandboxProcess } from './sandbox.ts';

const firstAccount = (address: string, code: string) => `  Nobody can sign in yet. Make the first account: ${address}/setup#${code}`;

const noSystemMail =
  '  System e-mail is not set up (HEADWATER_SMTP_URL): nobody can be invited, recover a password or get a sign-in code by e-mail.';

/** Returns the address. Throws StartupError that names the setting of the port. */
async function listen(app: FastifyInstance, at: { host: string; port: number }, setting: string): Promise<string> {
  await app.listen(at).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new StartupError(`Port ${at.port} is taken by another program: set ${setting} to a free one.`);
    if (error.code === 'EACCES') throw new StartupError(`Port ${at.port} needs more rights: set ${setting} to one above 1023.`);
    throw error;
  });
  return `http://${at.host}:${(app.server.address() as { port: number }).port}`;
}

export interface ServeOptions {
  env: Env;
  log: Log;
  say(sentence: string): void;
  api: boolean;
  worker: boolean;
  settle?: (() => Promise<void>) | undefined;
}

/** A lost database connection is logged. Any other uncaught error ends the process. */
function handleUncaughtErrors(log: Log, settle = async () => {}): void {
  const handleError = async (error: unknown) => {
    if (databaseFailure(error) === 'unavailable') return log.warn({ reason: (error as Error).message }, 'database connection lost');
    log.fatal({ err: error }, 'unhandled error, process ends');
    await settle();
    process.exit(1);
  };
  process.on('uncaughtException', (error) => void handleError(error));
  process.on('unhandledRejection', (error) => void handleError(error));
}

export async function serve({ env, log, say, api, worker, settle }: ServeOptions): Promise<void> {
  growSparingly();
  handleUncaughtErrors(log, settle);
  const shutdown = createShutdown(log, { seconds: env.HEADWATER_STOP_SECONDS, say });
  try {
    const opened = await openConfiguredDatabase({ env, log, say }, { replaces: true });
    shutdown.add('database', opened.stop);
    const clock = systemClock;
    const demo = await decideDemo(env, opened, log);
    const sandbox = demo ? await startSandboxProcess(env, demoSandboxUsers, log) : undefined;
    if (sandbox) shutdown.add('sandbox', sandbox.stop);
    const application = createApplication({ env, databaseUrl: opened.url, ownerUrl: opened.ownerUrl, clock, log, demo: sandbox });
    shutdown.add('application', application.close);
    const made = sandbox && (await openDemo({ env, log, say, application, databaseUrl: opened.url, sandbox, shutdown }));
    const history = worker ? made?.history : undefined;
    const background = worker ? await application.startWorker(history?.done) : undefined;
    let ending: Promise<void> | undefined;
    const stopWorker = async () => (ending ??= background?.stop());
    shutdown.add('worker', stopWorker);
    if (history) shutdown.add('demo history', history.stop);
    const warnOfMail = () => {
      if (!demo && !env.HEADWATER_SMTP_URL) say(noSystemMail);
    };
    if (!api) {
      const health = application.createHealth();
      shutdown.add('health', () => health.close());
      const page = listen(health, { host: '127.0.0.1', port: env.HEADWATER_WORKER_PORT }, 'HEADWATER_WORKER_PORT');
      // A second worker on the same machine finds the port in use, and works without the page.
      const state = await page.then(
        (address) => `Its health: ${address}/readyz`,
        (error: unknown) => `It shows no health. ${error instanceof Error ? error.message : String(error)}`,
      );
      history?.start();
      say(`The worker is running. ${state}`);
      return warnOfMail();
    }
    // Read before the server listens: after that, a short database outage must not fail here.
    const setupCode = demo ? undefined : await openSetup(application.database, clock);
    const http = await application.createHttp(join(projectRoot(), 'apps/web/dist'));
    shutdown.add('search tasks', (await application.startSearchTasks()).stop);
    // Together, so that a long download leaves the worker its time.
    shutdown.add('http', async () => void (await Promise.all([stopWorker(), http.draining.drain().then(() => http.close())])));
    // Loads the search index while the first page loads. The next search retries after a failure.
    const indexed = application.search.start().catch(() => undefined);
    // Until then this process would refuse searches, while others answer them.
    if ((await application.serving.countOthers()) > 0) await indexed;
    const address = await listen(http, { host: env.HEADWATER_HOST, port: env.HEADWATER_PORT }, 'HEADWATER_PORT');
    application.serving.announce();
    shutdown.add('announcement', application.serving.stop);
    say(`Headwater is ready: ${address}`);
    for (const signIn of made?.signIns ?? []) say(`  ${signIn.email.padEnd(38)} ${signIn.password}   ${signIn.who}`);
    warnOfMail();
    if (setupCode !== undefined) say(firstAccount(env.HEADWATER_URL?.replace(/\/+$/, '') ?? address, setupCode));
    if (sandbox) say(`  Mail of the demo can be read at http://127.0.0.1:${sandbox.httpPort} and never leaves this machine.`);
    history?.start();
  } catch (error) {
    await shutdown.now();
    throw error;
  }
}
