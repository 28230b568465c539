import type { AddressInfo } from 'node:net';
import { createApplication } from '../src/app.ts';
import { readEnv } from '../src/env.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';

/** The HTTP server of the application in a process of its own, so that a test can kill it; writes its port, and its settings come with its environment. */
const [databaseUrl = ''] = process.argv.slice(2);
const application = createApplication({ env: readEnv(process.env), databaseUrl, clock: systemClock, log: createLog('silent') });
const http = await application.createHttp();
await http.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${(http.server.address() as AddressInfo).port}\n`);
