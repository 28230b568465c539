import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startSandbox } from '@headwater/sandbox/sandbox';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/supervisor.ts';
import { ask } from './mail-load/ask.ts';
import { benchSettings, planMailings, senderAddresses, senderPassword } from './mail-load/mailing-installation.ts';
import { memoryOf } from './mail-load/usage.ts';
import { keepWorker } from './mail-load/worker-process.ts';
import type { BenchRow } from './row.ts';

/** Seconds between launch and message. Moving the launches spreads the messages. */
const delay = 3600;

interface Load {
  scheduled: number;
  /** Due during the measurement. */
  due: number;
  seconds: number;
}

/** Seconds for writing the schedule, mostly proportional to its size. */
const aheadOf = (scheduled: number) => 20 + scheduled / 4000;

const report = (sentence: string) => void process.stderr.write(`${sentence}\n`);

/** Spreads the due messages over the measurement, and the others over the next day. */
async function spread(url: string, { due, seconds }: Load, from: Date): Promise<void> {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  await owner.query(
    `with shuffled as (select id, row_number() over (order by md5(id::text)) as place, count(*) over () as total from mailing_recipients),
     moments as (select id, $4::timestamptz + case when place <= $1
       then interval '1 ms' * floor($2::numeric * 1000 * place / $1)
       else interval '1 s' * ($2 + 60 + floor(86400.0 * (place - $1) / greatest(total - $1, 1))) end as at from shuffled)
     update mailing_recipients as one set next_at = at, launched_at = at - interval '1 s' * $3 from moments where moments.id = one.id`,
    [due, seconds, delay, from],
  );
  // Removes dead rows of the setup.
  await owner.query('vacuum analyze');
  await owner.end();
  if (Date.now() > from.getTime()) throw new Error('the machine was too slow to write the moments down in time');
}

/** Waits until a worker has read every mailbox. */
async function waitUntilMailboxesRead(url: string): Promise<void> {
  for (;;) {
    const [unread] = await ask<{ count: number }>(url, 'select count(*)::int from mailboxes where read_at is null');
    if (unread?.count === 0) return;
    await sleep(500);
  }
}

interface Left {
  early: number;
  left: number;
  handed_p50: number;
  handed_p99: number;
  accepted_p50: number;
  accepted_p99: number;
  accepted_max: number;
}

/** Milliseconds from the planned moment to handover and acceptance. */
const lateness = `
  select count(*)::int as left, count(*) filter (where sent_at < send_at)::int as early,
    percentile_cont(0.5) within group (order by handed) as handed_p50, percentile_cont(0.99) within group (order by handed) as handed_p99,
    percentile_cont(0.5) within group (order by accepted) as accepted_p50, percentile_cont(0.99) within group (order by accepted) as accepted_p99,
    max(accepted) as accepted_max
  from (select *, extract(epoch from sent_at - send_at)::float8 * 1000 as handed,
    extract(epoch from status_changed_at - send_at)::float8 * 1000 as accepted from messages where state = 'sent') as one`;

/** --scheduled N in total; --rate per second are due during --seconds; --senders N mailboxes. */
export async function run(args: Record<string, string | undefined>): Promise<BenchRow[]> {
  const seconds = Number(args['seconds'] ?? 60);
  const scheduled = Number(args['scheduled'] ?? 100_000);
  const senders = Number(args['senders'] ?? 10);
  const load = { scheduled, seconds, due: Math.min(scheduled, seconds * Number(args['rate'] ?? 20)) };
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-lateness-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  await migrate(postgres.url);
  const users = senderAddresses(senders).map((address) => ({ address, password: senderPassword }));
  const sandbox = await startSandbox({ directory: join(dataDir, 'mail'), smtpPort: 0, imapPort: 0, httpPort: 0, users });
  report(`making ${scheduled} recipients`);
  const bench = await planMailings({ databaseUrl: postgres.url, dataDir, sandbox, recipients: scheduled, senders, delay });
  const acknowledged = await bench.launchAll();
  const worker = keepWorker({ PATH: process.env['PATH'] ?? '', ...benchSettings(postgres.url, dataDir) });
  await waitUntilMailboxesRead(postgres.url);
  report('writing down when each is due');
  const from = new Date(Date.now() + aheadOf(scheduled) * 1000);
  await spread(postgres.url, load, from);
  report(`measuring for ${seconds} seconds, beginning in ${Math.round((from.getTime() - Date.now()) / 1000)}`);
  let memory = 0;
  for (const end = from.getTime() + (seconds + 10) * 1000; Date.now() < end;) {
    await sleep(500);
    memory = Math.max(memory, memoryOf(worker.pid()));
  }
  const [left] = await ask<Left>(postgres.url, lateness);
  const [rest] = await ask<{ count: number }>(postgres.url, 'select count(*)::int from mailing_recipients where next_at > now()');
  await worker.stop();
  await bench.close();
  const counts = [...sandbox.counts().values()];
  await sandbox.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
  const result = (metric: string, value: number | undefined, target: number | null) => ({
    case: `${scheduled} scheduled in ${senders} mailboxes`,
    metric,
    value: Math.round(value ?? -1),
    target,
    reference: null,
  });
  return [
    result('longest launch, ms', Math.max(...acknowledged), 1000),
    result('came due', load.due, null),
    result('left', left?.left, load.due),
    result('arrived more than once', counts.filter((count) => count > 1).length, 0),
    result('left too early', left?.early, 0),
    result('handed over, p50 ms late', left?.handed_p50, null),
    result('handed over, p99 ms late', left?.handed_p99, 2000),
    result('accepted, p50 ms late', left?.accepted_p50, null),
    result('accepted, p99 ms late', left?.accepted_p99, 2000),
    result('accepted, at most ms late', left?.accepted_max, null),
    result('still scheduled', rest?.count, scheduled - load.due),
    result('memory of the worker, MB', memory, 300),
  ];
}
