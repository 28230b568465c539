import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '@headwater/sandbox/sandbox';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/supervisor.ts';
import { type BenchRow, rowsOfCase } from '../row.ts';
import { ask } from './ask.ts';
import { benchSettings, planMailings, senderAddresses, senderPassword } from './mailing-installation.ts';
import { keepWorker } from './worker-process.ts';

type Postgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

const senders = 4;
/** Milliseconds without progress. Leases take two minutes. */
const patienceMs = 240_000;
/** States in which the worker is killed once each. */
const crashPoints = ['planned', 'claimed', 'handed_over', 'sent'] as const;

/** False if it is still down. */
export function killPostgres(postgres: Postgres): boolean {
  try {
    return process.kill(postgres.pid(), 'SIGKILL');
  } catch {
    return false;
  }
}

interface Options {
  kills: number;
  recipients: number;
  /** The server does not store sent mail, so it cannot be asked afterwards. */
  plain: boolean;
}

interface CrashRun {
  url: string;
  recipients: number;
  kill: { worker(): boolean; postgres(): boolean };
  /** Drops the connection after the final dot of the next message. */
  dropConnection(): Promise<void>;
}

async function settled(url: string): Promise<number> {
  const rows = await ask<{ count: number }>(url, "select count(*)::int as count from messages where state in ('sent', 'error', 'unknown')");
  return rows[0]?.count ?? 0;
}

/** Waits until all messages ended, or nothing changes. */
async function waitUntilFinished(url: string, recipients: number): Promise<void> {
  let [known, since] = [0, Date.now()];
  while (known < recipients && Date.now() - since < patienceMs) {
    await sleep(500);
    const now = await settled(url);
    if (now > known) [known, since] = [now, Date.now()];
  }
}

/** Milliseconds to wait for a state, as a worker may take seconds to start on a busy machine. */
const pointPatienceMs = 60_000;

/** Kills the worker when a message is in that state. False if no message reached it. */
async function killAt(point: string, { url, kill }: CrashRun): Promise<boolean> {
  const until = Date.now() + pointPatienceMs;
  while (Date.now() < until) {
    const rows = await ask<{ id: number }>(url, `select id from messages where state = '${point}' limit 1`);
    if (rows.length > 0 && kill.worker()) return true;
    await sleep(10);
  }
  return false;
}

async function killAll(run: CrashRun, kills: number): Promise<{ killed: number; points: number }> {
  let [killed, points] = [0, 0];
  for (const point of crashPoints) {
    if (await killAt(point, run)) points += 1;
    await sleep(1200);
  }
  await run.dropConnection();
  while (killed < kills && (await settled(run.url)) < run.recipients) {
    await sleep(300 + Math.random() * 1200);
    if (killed % 10 === 9) await run.dropConnection();
    if (killed % 3 === 2 ? run.kill.postgres() : run.kill.worker()) killed += 1;
  }
  return { killed, points };
}

interface Round {
  killed: number;
  points: number;
  rows: { state: string; message_id: string }[];
  counts: ReadonlyMap<string, number>;
}

/** One launch, until everything settled or the kills and the time are used up. */
async function runRound({ kills, recipients, plain }: Options): Promise<Round> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-launches-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  await migrate(postgres.url);
  const users = senderAddresses(senders).map((address) => ({ address, password: senderPassword }));
  const ports = { smtpPort: 0, imapPort: 0, httpPort: 0 };
  const sandbox = await startSandbox({ directory: join(dataDir, 'mail'), ...ports, users, filesSentMail: !plain });
  const bench = await planMailings({ databaseUrl: postgres.url, dataDir, sandbox, recipients, senders });
  await bench.launchAll();
  await bench.close();
  const worker = keepWorker({
    PATH: process.env['PATH'] ?? '',
    ...benchSettings(postgres.url, dataDir),
    HEADWATER_MAIL_TIMEOUT: '4',
    // The sandbox stores mail before it answers.
    HEADWATER_MAIL_SETTLE: '15',
  });
  const faults = `http://127.0.0.1:${sandbox.ports.http}/control/faults`;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ fault: 'drop_after_dot', times: 1 });
  const { killed, points } = await killAll(
    {
      url: postgres.url,
      recipients,
      kill: { worker: () => worker.kill(), postgres: () => killPostgres(postgres) },
      dropConnection: async () => void (await fetch(faults, { method: 'POST', headers, body })),
    },
    kills,
  );
  await waitUntilFinished(postgres.url, recipients);
  const rows = await ask<{ state: string; message_id: string }>(postgres.url, 'select state, message_id from messages');
  await worker.stop();
  const counts = sandbox.counts();
  await sandbox.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return { killed, points, rows, counts };
}

/** Repeats launches until there were enough kills. The mail server's count is the truth. */
export async function crashLaunches(options: Options): Promise<BenchRow[]> {
  const begin = Date.now();
  const rounds: Round[] = [];
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  while (rounds.length === 0 || sum(({ killed }) => killed) < options.kills) {
    rounds.push(await runRound({ ...options, kills: options.kills - sum(({ killed }) => killed) }));
    console.log(`${rounds.length} launches, ${sum(({ killed }) => killed)} kills, ${Math.round((Date.now() - begin) / 1000)} s`);
  }
  const [killed, recipients] = [sum((round) => round.killed), options.recipients * rounds.length];
  const rowsWith = (is: (row: Round['rows'][number], times: number) => boolean) =>
    sum(({ rows, counts }) => rows.filter((row) => is(row, counts.get(row.message_id) ?? 0)).length);
  const countUnknown = ({ rows, counts }: Round) => {
    const known = new Set(rows.map((row) => row.message_id));
    return [...counts.keys()].filter((id) => !known.has(id)).length;
  };
  const result = rowsOfCase(`launches to ${options.recipients}, ${killed} kills${options.plain ? ', plain SMTP' : ''}`);
  return [
    result('launches', rounds.length, null),
    result('kills', killed, options.kills),
    result('named crash points reached', Math.max(...rounds.map(({ points }) => points)), crashPoints.length),
    result(
      'messages kept',
      sum(({ rows }) => rows.length),
      recipients,
    ),
    result(
      'arrived once',
      rowsWith((_row, times) => times === 1),
      null,
    ),
    result(
      'arrived twice or more',
      rowsWith((_row, times) => times > 1),
      0,
    ),
    result(
      'said sent but not arrived (lost)',
      rowsWith(({ state }, times) => state === 'sent' && times === 0),
      0,
    ),
    result('arrived but not kept', sum(countUnknown), 0),
    // One message per mailbox is in flight if the server cannot be asked.
    result(
      'shown as unknown',
      rowsWith(({ state }) => state === 'unknown'),
      options.plain ? senders * (killed + crashPoints.length + 1) : 0,
    ),
    result(
      'errors',
      rowsWith(({ state }) => state === 'error'),
      0,
    ),
    result(
      'not ended',
      rowsWith(({ state }) => !['sent', 'error', 'unknown'].includes(state)),
      0,
    ),
    result('seconds', Math.round((Date.now() - begin) / 1000), null),
  ];
}
