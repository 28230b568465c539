import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGreenhouse } from '@headwater/sandbox/ats/greenhouse/server';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/supervisor.ts';
import { ask } from '../mail-load/ask.ts';
import { killPostgres } from '../mail-load/crash-launches.ts';
import { benchSettings } from '../mail-load/mailing-installation.ts';
import { keepWorker } from '../mail-load/worker-process.ts';
import { type BenchRow, rowsOfCase } from '../row.ts';
import { email, type Installation, startSending } from './start-sending.ts';

/** Milliseconds without progress. */
const patienceMs = 240_000;

type Greenhouse = Awaited<ReturnType<typeof startGreenhouse>>;

const settled = async (url: string) =>
  (await ask<{ count: number }>(url, "select count(*)::int as count from ats_sends where state <> 'waiting'"))[0]?.count ?? 0;

interface Run extends Installation {
  greenhouse: Greenhouse;
  kills: number;
  kill(what: 'worker' | 'postgres'): boolean;
}

/** Every fourth disturbance cuts the connection after a write, so that its outcome is unknown too. */
async function disturb({ url, people, kills, kill, greenhouse }: Run): Promise<number> {
  let killed = 0;
  for (let round = 0; killed < kills && (await settled(url)) < people; round += 1) {
    await sleep(1000 + Math.random() * 3000);
    const path = round % 8 === 3 ? '/candidates' : '/applications';
    if (round % 4 === 3) greenhouse.world.faults.add({ kind: 'cut_after', method: 'POST', path, times: 1 });
    else if (kill(round % 3 === 2 ? 'postgres' : 'worker')) killed += 1;
  }
  return killed;
}

async function waitUntilFinished({ url, people }: Installation): Promise<void> {
  let [known, since] = [0, Date.now()];
  while (known < people && Date.now() - since < patienceMs) {
    await sleep(500);
    const now = await settled(url);
    if (now > known) [known, since] = [now, Date.now()];
  }
}

/** Kills worker and PostgreSQL while people are sent to Greenhouse. The candidates in Greenhouse are the truth. */
export async function crashSends({ kills, people }: { kills: number; people: number }): Promise<BenchRow[]> {
  const begin = Date.now();
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-sends-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  await migrate(postgres.url);
  const greenhouse = await startGreenhouse({ now: () => new Date(), users: [{ email, name: 'Rita Bench' }] });
  const { world } = greenhouse;
  Object.assign(world.limit, { calls: 1000, seconds: 30 });
  const settings = { ...benchSettings(postgres.url, dataDir), HEADWATER_GREENHOUSE_URL: greenhouse.url };
  const installation = { url: postgres.url, settings, people };
  await startSending({ ...installation, jobId: String(world.jobs[0]?.id) });
  const worker = keepWorker({ PATH: process.env['PATH'] ?? '', ...settings });
  const kill = (what: 'worker' | 'postgres') => (what === 'worker' ? worker.kill() : killPostgres(postgres));
  const killed = await disturb({ ...installation, greenhouse, kills, kill });
  await waitUntilFinished(installation);
  const states = await ask<{ state: string; count: number }>(
    postgres.url,
    'select state, count(*)::int as count from ats_sends group by state',
  );
  await worker.stop();
  await greenhouse.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
  const times = new Map<string, number>();
  for (const { email_addresses: emails } of world.candidates) for (const { value } of emails) times.set(value, (times.get(value) ?? 0) + 1);
  const applications = world.applications.length - new Set(world.applications.map((each) => each.candidate_id)).size;
  const count = (state: string) => states.find((each) => each.state === state)?.count ?? 0;
  const result = rowsOfCase(`${people} people to Greenhouse, ${killed} kills`);
  return [
    result('kills', killed, kills),
    result('people in Greenhouse once', [...times.values()].filter((each) => each === 1).length, people),
    result('people twice or more', [...times.values()].filter((each) => each > 1).length, 0),
    result('people lost', people - times.size, 0),
    result('applications twice or more', applications, 0),
    result('notes twice or more', world.notes.length - new Set(world.notes.map((each) => each.candidate_id)).size, 0),
    result('sends failed', count('failed'), 0),
    result('sends not ended', count('waiting'), 0),
    result('e-mails to people', world.outbox.length, 0),
    result('seconds', Math.round((Date.now() - begin) / 1000)),
  ];
}
