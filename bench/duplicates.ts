import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { upsertProfiles } from '../apps/server/src/modules/profiles/store/write.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { families } from './duplicates-load/families.ts';
import { type Labelled, labelledPeople } from './duplicates-load/labelled.ts';
import { processorOfAll } from './mail-load/usage.ts';
import type { BenchRow } from './row.ts';
import { type Installation, openInstallation } from './search-load/installation.ts';
import { highWater } from './search-load/memory.ts';

const targets = { precision: 98, recall: 90, seconds: 600 };
const pollEveryMs = 200;
const writtenAtOnce = 500;

const row = (
  name: string,
  metric: string,
  { value, target, reference }: { value: number; target?: number | null; reference?: string },
): BenchRow => ({
  case: name,
  metric,
  value: Math.round(value * 100) / 100,
  target: target ?? null,
  reference: reference ?? null,
});

/** Writes the labelled people into the common base, as an import does; returns whose profile each id is. */
async function addLabelled({ application: { database } }: Installation, each: number): Promise<Map<number, Labelled>> {
  const all = [...labelledPeople({ each, today: systemClock.now() })];
  const byId = new Map<number, Labelled>();
  for (let from = 0; from < all.length; from += writtenAtOnce) {
    const part = all.slice(from, from + writtenAtOnce);
    const people = part.map(({ profile }) => profile);
    const { ids } = await database.asSystem((tx) => upsertProfiles(tx, people, { companyId: null, createdBy: null }));
    for (const [index, id] of ids.entries()) if (id !== null && part[index]) byId.set(id, part[index]);
  }
  return byId;
}

interface Look {
  seconds: number;
  /** Seconds of processor that the worker, which is this process, and the database took. */
  worker: number;
  database: number;
}

/** Has the product's worker look at everybody for the first time, until nobody waits any more. */
async function lookAtEverybody({ application, postgresPid }: Installation, client: Client): Promise<Look> {
  await client.query(
    "truncate duplicate_changes, duplicate_views, duplicate_keys, duplicate_pairs; delete from installation where key = 'duplicate_rules'",
  );
  const begin = performance.now();
  const [used, usedThere] = [process.cpuUsage(), processorOfAll(postgresPid)];
  const worker = await application.startWorker();
  try {
    for (;;) {
      await sleep(pollEveryMs);
      const { rows } = await client.query<{ waits: boolean }>(
        "select exists (select from duplicate_changes) or not exists (select from installation where key = 'duplicate_rules') as waits",
      );
      if (rows[0]?.waits) continue;
      const { user, system } = process.cpuUsage(used);
      return {
        seconds: (performance.now() - begin) / 1000,
        worker: (user + system) / 1e6,
        database: processorOfAll(postgresPid) - usedThere,
      };
    }
  } finally {
    await worker.stop();
  }
}

interface Tally {
  found: number;
  wrong: number;
}

/** What was suggested of each family; a pair with somebody of the base counts for the family of the other one. */
async function tallyPairs(client: Client, labelled: ReadonlyMap<number, Labelled>): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>();
  const { rows } = await client.query<{ low_id: number; high_id: number }>('select low_id, high_id from duplicate_pairs');
  for (const pair of rows) {
    const [low, high] = [labelled.get(Number(pair.low_id)), labelled.get(Number(pair.high_id))];
    const name = low?.family ?? high?.family ?? 'people of the base';
    const tally = tallies.get(name) ?? { found: 0, wrong: 0 };
    tally[low !== undefined && low.person === high?.person ? 'found' : 'wrong'] += 1;
    tallies.set(name, tally);
  }
  return tallies;
}

const none: Tally = { found: 0, wrong: 0 };
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const percent = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);

function qualityRows(tallies: ReadonlyMap<string, Tally>, each: number): BenchRow[] {
  const of = (name: string) => tallies.get(name) ?? none;
  const byFamily = families.map(({ name, keptOut, same }) => {
    const shown = `${same ? 'one person' : 'two people'}: ${name}${keptOut ? ' (kept out of tuning)' : ''}`;
    return same
      ? row(shown, 'found, %', { value: percent(of(name).found, each), reference: `${of(name).wrong} wrong` })
      : row(shown, 'wrong pairs', { value: of(name).wrong, reference: `of ${each} groups` });
  });
  const totals = (title: string, chosen: typeof families, base: Tally) => {
    const found = sum(chosen.map(({ name }) => of(name).found));
    const wrong = sum(chosen.map(({ name }) => of(name).wrong)) + base.wrong;
    return [
      row(title, 'precision, %', {
        value: percent(found, found + wrong),
        target: targets.precision,
        reference: `${wrong} wrong of ${found + wrong}`,
      }),
      row(title, 'recall, %', { value: percent(found, chosen.filter(({ same }) => same).length * each), target: targets.recall }),
    ];
  };
  const base = of('people of the base');
  return [
    ...byFamily,
    row('people of the base', 'wrong pairs', { value: base.wrong }),
    ...totals(
      'families kept out of tuning',
      families.filter(({ keptOut }) => keptOut),
      none,
    ),
    ...totals('all', families, base),
  ];
}

/**
 * How many duplicates are found and how many of the suggestions are right, on pairs that are made with errors, and how long a first look at a base of
 * `profiles` people takes, in seconds and in those of the processor, which tell more on a busy machine. `each`: pairs of each family. Families that the
 * rules were not tuned with are marked. `dir` keeps the base for another run, where `each` is to be 0, as the pairs of the first one are in it.
 */
export async function run({ profiles = 20_000, each = 200, dir }: Record<string, unknown>): Promise<BenchRow[]> {
  const installation = await openInstallation(Number(profiles), typeof dir === 'string' ? dir : undefined);
  const client = new Client({ connectionString: installation.url });
  await client.connect();
  try {
    const labelled = await addLabelled(installation, Number(each));
    const looked = await highWater(() => lookAtEverybody(installation, client));
    const { seconds, worker, database } = looked.answer;
    const tallies = await tallyPairs(client, labelled);
    const { rows } = await client.query<{ keys: number; size: number }>(
      "select (select count(*) from duplicate_keys) as keys, (select sum(pg_total_relation_size(name)) from unnest('{duplicate_views,duplicate_keys,duplicate_pairs}'::regclass[]) as name) as size",
    );
    const count = Number(profiles) + labelled.size;
    const name = `${count} profiles`;
    return [
      ...qualityRows(tallies, Number(each)),
      row(name, 'looked at in, s', { value: seconds, target: (targets.seconds * count) / 1_000_000 }),
      row(name, 'profiles a second', { value: count / seconds }),
      row(name, 'ms of processor a profile', { value: (1000 * (worker + database)) / count, target: 1 }),
      row(name, 'of them the worker', { value: (1000 * worker) / count }),
      row(name, 'of them the database', { value: (1000 * database) / count }),
      row(name, 'memory of the worker, MB (peak)', { value: looked.mb }),
      row(name, 'groups a profile', { value: Number(rows[0]?.keys) / count }),
      row(name, 'tables, MB', { value: Number(rows[0]?.size) / 1024 ** 2 }),
    ];
  } finally {
    await client.end();
    await installation.close();
  }
}
