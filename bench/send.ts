import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '@headwater/sandbox/sandbox';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/supervisor.ts';
import { ask } from './mail-load/ask.ts';
import { benchSettings, planMailings, senderAddresses, senderPassword } from './mail-load/mailing-installation.ts';
import { waitUntilIdle, memoryOf, processorOf, processorOfAll } from './mail-load/usage.ts';
import { keepWorker } from './mail-load/worker-process.ts';
import { type BenchRow, rowsOfCase } from './row.ts';

/** Launches mailings by HTTP, with a worker process and a local SMTP server. */
export async function run(args: Record<string, string | undefined>): Promise<BenchRow[]> {
  const recipients = Number(args['recipients'] ?? 10_000);
  const senders = Number(args['senders'] ?? 8);
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-send-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  await migrate(postgres.url);
  const users = senderAddresses(senders).map((address) => ({ address, password: senderPassword }));
  const sandbox = await startSandbox({ directory: join(dataDir, 'mail'), smtpPort: 0, imapPort: 0, httpPort: 0, users });
  const bench = await planMailings({ databaseUrl: postgres.url, dataDir, sandbox, recipients, senders });
  const worker = keepWorker({ PATH: process.env['PATH'] ?? '', ...benchSettings(postgres.url, dataDir) });
  // Excludes the worker's start and first scan.
  await sleep(4000);
  await waitUntilIdle(() => processorOf(worker.pid()) + processorOfAll(postgres.pid()));
  const before = memoryOf(worker.pid());
  const [used, usedHere, usedThere] = [processorOf(worker.pid()), process.cpuUsage(), processorOfAll(postgres.pid())];
  const begin = performance.now();
  const acknowledged = await bench.launchAll();
  let memory = before;
  let settled = 0;
  while (settled < recipients && performance.now() - begin < 300_000) {
    await sleep(250);
    memory = Math.max(memory, memoryOf(worker.pid()));
    // Counting in the database would add load.
    if (sandbox.counts().size < recipients && performance.now() - begin < 240_000) continue;
    const rows = await ask<{ count: number }>(
      postgres.url,
      "select count(*)::int as count from messages where state in ('sent', 'error', 'unknown')",
    );
    settled = rows[0]?.count ?? settled;
  }
  const seconds = (performance.now() - begin) / 1000;
  const processor = processorOf(worker.pid()) - used;
  const database = processorOfAll(postgres.pid()) - usedThere;
  const { user, system } = process.cpuUsage(usedHere);
  const states = await ask<{ state: string; count: number }>(
    postgres.url,
    'select state, count(*)::int as count from messages group by state',
  );
  await worker.stop();
  await bench.close();
  const counts = [...sandbox.counts().values()];
  await sandbox.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
  const sent = states.find((row) => row.state === 'sent')?.count ?? 0;
  const result = rowsOfCase(`${recipients} recipients, ${senders} mailboxes`);
  return [
    result('longest launch, ms', Math.round(Math.max(...acknowledged)), 1000),
    result('messages a second', Math.round(recipients / seconds), 1000),
    result('sent', sent, recipients),
    result('arrived once', counts.filter((count) => count === 1).length, recipients),
    result('arrived twice or more', counts.filter((count) => count > 1).length, 0),
    result('memory of the worker, MB', Math.round(memory), 300),
    // Cost per message is independent of other load.
    result('processor of the product, ms a message', Math.round(((processor + database) * 100_000) / recipients) / 100, 1.3),
    result('of the worker, ms a message', Math.round((processor * 100_000) / recipients) / 100, null),
    result('of PostgreSQL, ms a message', Math.round((database * 100_000) / recipients) / 100, null),
    result('of the mail server and this bench, ms a message', Math.round((user + system) / recipients / 10) / 100, null),
    result('seconds', Math.round(seconds), null),
  ];
}
