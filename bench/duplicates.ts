import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { upsertProfiles } from '../apps/server/src/modules/profiles/store/write.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { families } from './duplicates-load/families.ts';
import { type Labelled, labelledPeople } from './duplicates-load/labelled.ts';
import { processorOfAll } from './mail-load/usage.ts';
import { type BenchRow, makeRow } from './row.ts';
import { type Installation, openInstallation } from './search-load/installation.ts';
import { measurePeak } from './search-load/memory.ts';

const targets = { precision: 98, recall: 90, seconds: 600 };
const pollEveryMs = 200;
const writtenAtOnce = 500;

/** Imports the labelled people into the common base. Returns them by profile id. */
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

interface ComparisonTime {
  seconds: number;
  /** Processor seconds of this process and the database. */
  worker: number;
  database: number;
}

/** Runs the worker until the queue of comparisons is empty. */
async function compareEveryone({ application, postgresPid }: Installation, client: Client): Promise<ComparisonTime> {
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

/** Pairs by family; a pair with a person of the base counts for the other's family. */
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
      ? makeRow(shown, 'found, %', { value: percent(of(name).found, each), reference: `${of(name).wrong} wrong` })
      : makeRow(shown, 'wrong pairs', { value: of(name).wrong, reference: `of ${each} groups` });
  });
  const totals = (title: string, chosen: typeof families, base: Tally) => {
    const found = sum(chosen.map(({ name }) => of(name).found));
    const wrong = sum(chosen.map(({ name }) => of(name).wrong)) + base.wrong;
    return [
      makeRow(title, 'precision, %', {
        value: percent(found, found + wrong),
        target: targets.precision,
        reference: `${wrong} wrong of ${found + wrong}`,
      }),
      makeRow(title, 'recall, %', { value: percent(found, chosen.filter(({ same }) => same).length * each), target: targets.recall }),
    ];
  };
  const base = of('people of the base');
  return [
    ...byFamily,
    makeRow('people of the base', 'wrong pairs', { value: base.wrong }),
    ...totals(
      'families kept out of tuning',
      families.filter(({ keptOut }) => keptOut),
      none,
    ),
    ...totals('all', families, base),
  ];
}

/**
 * Precision and recall on generated pairs, and time of a first comparison of `profiles` people.
 * `each`: pairs per family. `dir` keeps the base for another run, which needs `each` 0.
 */
export async function run({ profiles = 20_000, each = 200, dir }: Record<string, unknown>): Promise<BenchRow[]> {
  const installation = await openInstallation(Number(profiles), typeof dir === 'string' ? dir : undefined);
  const client = new Client({ connectionString: installation.url });
  await client.connect();
  try {
    const labelled = await addLabelled(installation, Number(each));
    const looked = await measurePeak(() => compareEveryone(installation, client));
    const { seconds, worker, database } = looked.answer;
    const tallies = await tallyPairs(client, labelled);
    const { rows } = await client.query<{ keys: number; size: number }>(
      "select (select count(*) from duplicate_keys) as keys, (select sum(pg_total_relation_size(name)) from unnest('{duplicate_views,duplicate_keys,duplicate_pairs}'::regclass[]) as name) as size",
    );
    const count = Number(profiles) + labelled.size;
    const name = `${count} profiles`;
    return [
      ...qualityRows(tallies, Number(each)),
      makeRow(name, 'looked at in, s', { value: seconds, target: (targets.seconds * count) / 1_000_000 }),
      makeRow(name, 'profiles a second', { value: count / seconds }),
      makeRow(name, 'ms of processor a profile', { value: (1000 * (worker + database)) / count, target: 1 }),
      makeRow(name, 'of them the worker', { value: (1000 * worker) / count }),
      makeRow(name, 'of them the database', { value: (1000 * database) / count }),
      makeRow(name, 'memory of the worker, MB (peak)', { value: looked.mb }),
      makeRow(name, 'groups a profile', { value: Number(rows[0]?.keys) / count }),
      makeRow(name, 'tables, MB', { value: Number(rows[0]?.size) / 1024 ** 2 }),
    ];
  } finally {
    await client.end();
    await installation.close();
  }
}
