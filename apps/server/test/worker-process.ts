import { createApplication } from '../src/app.ts';
import { readEnv } from '../src/env.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';

/** A worker in a child process that tests can kill; reads settings from the environment. */
const [databaseUrl = ''] = process.argv.slice(2);
const application = createApplication({ env: readEnv(process.env), databaseUrl, clock: systemClock, log: createLog('silent') });
await application.startWorker();
