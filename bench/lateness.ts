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

/** Seconds between a launch and its message, so that the moments can be spread by moving the launches. */
const delay = 3600;

interface Load {
  scheduled: number;
  /** Of them, due while it is measured. */
  due: number;
  seconds: number;
}

/** Seconds that writing the moments down may take: most of the whole, so that it goes by how many there are. */
const aheadOf = (scheduled: number) => 20 + scheduled / 4000;

/** What takes minutes says where it stands. */
const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);

/** Spreads what is scheduled: some evenly over the seconds that are measured, beginning at `from`, the others over the day that follows. */
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
  // Moving the launches left rows behind that a real day would not.
  await owner.query('vacuum analyze');
  await owner.end();
  if (Date.now() > from.getTime()) throw new Error('the machine was too slow to write the moments down in time');
}

/** Until a worker has read every mailbox, so that its start is not counted. */
async function standing(url: string): Promise<void> {
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

/** How late messages were handed over and were accepted, in milliseconds after the moment that was planned for them. */
const lateness = `
  select count(*)::int as left, count(*) filter (where sent_at < send_at)::int as early,
    percentile_cont(0.5) within group (order by handed) as handed_p50, percentile_cont(0.99) within group (order by handed) as handed_p99,
    percentile_cont(0.5) within group (order by accepted) as accepted_p50, percentile_cont(0.99) within group (order by accepted) as accepted_p99,
    max(accepted) as accepted_max
  from (select *, extract(epoch from sent_at - send_at)::float8 * 1000 as handed,
    extract(epoch from status_changed_at - send_at)::float8 * 1000 as accepted from messages where state = 'sent') as one`;

/**
 * How punctual messages leave while very many are scheduled. No limits and pauses, which would be the reason otherwise.
 * --scheduled N, of which --rate a second come due during --seconds; --senders N mailboxes.
 */
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
  say(`making ${scheduled} recipients`);
  const bench = await planMailings({ databaseUrl: postgres.url, dataDir, sandbox, recipients: scheduled, senders, delay });
  const acknowledged = await bench.launchAll();
  const worker = keepWorker({ PATH: process.env['PATH'] ?? '', ...benchSettings(postgres.url, dataDir) });
  await standing(postgres.url);
  say('writing down when each is due');
  const from = new Date(Date.now() + aheadOf(scheduled) * 1000);
  await spread(postgres.url, load, from);
  say(`measuring for ${seconds} seconds, beginning in ${Math.round((from.getTime() - Date.now()) / 1000)}`);
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
