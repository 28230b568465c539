import type { AddressInfo } from 'node:net';
import { createApplication } from '../src/app.ts';
import { readEnv } from '../src/env.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';

/**
 * HTTP server in a child process that tests can kill; prints its port and reads settings from the
 * environment.
 */
const [databaseUrl = ''] = process.argv.slice(2);
const application = createApplication({ env: readEnv(process.env), databaseUrl, clock: systemClock, log: createLog('silent') });
const http = await application.createHttp();
await http.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${(http.server.address() as AddressInfo).port}\n`);
