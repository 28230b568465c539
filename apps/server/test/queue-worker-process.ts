import { systemClock } from '../src/platform/clock.ts';
import { startWorker } from '../src/platform/queue/queue.ts';
import { createLog } from '../src/platform/log.ts';

/** A worker in a child process with a task that never ends, so that tests can kill it. */
const [url = ''] = process.argv.slice(2);
const run = () =>
  new Promise<void>(() => {
    process.stdout.write('taken\n');
  });
await startWorker({ clock: systemClock, url, handlers: [{ name: 'endless', run }], concurrency: 2, log: createLog('silent') });
