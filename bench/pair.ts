import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntilIdle, processorOfTree } from './mail-load/usage.ts';
import { checkout, newFolder, type Product, signIn, startProduct, waitForPeople } from './product/start-product.ts';
import type { BenchRow } from './row.ts';
import { type Ask, measure, percentile } from './search-load/clients.ts';
import { replay, typed } from './search-load/queries.ts';
import { asNewQuestion, pathOf } from './search-load/questions.ts';

export interface PairBenchOptions {
  /** Checkout of the reference product, installed. */
  before?: string;
  /** People of both products; default 20,000. */
  profiles?: number;
  /** Default 12. */
  rounds?: number;
}

/** Few enough that the machine is equally fast for both. */
const perRound = 100;

interface Side {
  product: Product;
  headers: Record<string, string>;
}

interface Case {
  name: string;
  clients: number;
  /** Rounds do not share questions. */
  asks: (round: number) => readonly Ask[];
}

const queries = replay(perRound);
const numbered = (round: number) => queries.map((query, place) => asNewQuestion(query, round * perRound + place));
const words = typed(perRound).map(({ text, field }) => ({
  path: '/api/v6/suggestions/',
  body: JSON.stringify({ text, field_types: [field] }),
}));

const cases: readonly Case[] = [
  { name: 'page, total, all facets, asked before', clients: 4, asks: () => queries.map((query) => pathOf(query, true)) },
  ...[1, 4, 10].map((clients) => ({
    name: `page, total, all facets, no question asked twice; ${clients} client${clients > 1 ? 's' : ''}`,
    clients,
    asks: (round: number) => numbered(round * 10 + clients).map((query) => pathOf(query, true)),
  })),
  { name: 'page and total', clients: 1, asks: (round) => numbered(round + 1000).map((query) => pathOf(query, false)) },
  { name: 'suggestions', clients: 1, asks: () => words },
];

async function open(folder: string, { dataDir, profiles }: { dataDir: string; profiles: number }): Promise<Side> {
  const env = { HEADWATER_BEHIND_PROXY: 'on', HEADWATER_REQUESTS_PER_MINUTE: '1000000', HEADWATER_LOG: 'silent' };
  const product = await startProduct({ folder, dataDir, profiles, env });
  await waitForPeople(product.origin, profiles);
  const cookie = await signIn(product.origin);
  const headers = { cookie: `${cookie}; csrftoken=t`, 'x-csrftoken': 't' };
  // /readyz answers before a large index is built.
  while ((await fetch(`${product.origin}/api/v6/profiles/`, { headers })).status === 503) await sleep(1000);
  return { product, headers };
}

interface Sample {
  p50: number;
  p95: number;
  rate: number;
  /** Processor milliseconds per answer, of server and PostgreSQL. */
  processor: number;
}

async function sample({ product, headers }: Side, { asks, clients }: { asks: readonly Ask[]; clients: number }): Promise<Sample> {
  const used = processorOfTree(product.pid);
  const { times, seconds, failures } = await measure({ origin: product.origin, headers, asks, clients });
  if (failures.length > 0) throw new Error(`${failures.length} requests failed: ${failures[0]}`);
  const processor = ((processorOfTree(product.pid) - used) * 1000) / asks.length;
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), rate: asks.length / seconds, processor };
}

interface Pair {
  now: Sample;
  before: Sample;
}

/** The first round warms up. */
async function compare({ asks, clients }: Case, { now, before, rounds }: { now: Side; before: Side; rounds: number }): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let number = 0; number <= rounds; number += 1) {
    const load = { asks: asks(number), clients };
    const isTurned = number % 2 === 1;
    const first = await sample(isTurned ? before : now, load);
    const second = await sample(isTurned ? now : before, load);
    if (number > 0) pairs.push(isTurned ? { now: second, before: first } : { now: first, before: second });
  }
  return pairs;
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
const round = (value: number) => Math.round(value * 100) / 100;

const metrics = { p50: 'p50 ms', p95: 'p95 ms', rate: 'answers/s', processor: 'processor ms an answer' } as const;

/** Medians, and the median ratio per round, which is independent of the machine's speed. */
function rowsOf(name: string, pairs: readonly Pair[]): BenchRow[] {
  return (Object.keys(metrics) as (keyof Sample)[]).flatMap((key) => [
    {
      case: name,
      metric: metrics[key],
      value: round(median(pairs.map(({ now }) => now[key]))),
      target: null,
      reference: round(median(pairs.map(({ before }) => before[key]))),
    },
    {
      case: name,
      metric: `${metrics[key]}, share of before`,
      value: round(median(pairs.map(({ now, before }) => now[key] / before[key]))),
      target: null,
      reference: 1,
    },
  ]);
}

/** Two builds on one machine: each round asks both the same questions, in alternating order. */
export async function run({ before, profiles = 20_000, rounds = 12 }: PairBenchOptions): Promise<BenchRow[]> {
  if (before === undefined || !existsSync(join(resolve(before), 'package.json')))
    throw new Error('Say with --before where another checkout of the product is.');
  const temporary = newFolder();
  const sides: Side[] = [];
  try {
    for (const [name, folder] of [
      ['now', checkout],
      ['before', resolve(before)],
    ] as const)
      sides.push(await open(folder, { dataDir: join(temporary.path, name), profiles }));
    const [now, earlier] = sides as [Side, Side];
    await waitUntilIdle(() => processorOfTree(now.product.pid) + processorOfTree(earlier.product.pid));
    const rows: BenchRow[] = [];
    for (const one of cases) rows.push(...rowsOf(one.name, await compare(one, { now, before: earlier, rounds })));
    return rows;
  } finally {
    for (const { product } of sides) await product.stop();
    temporary.remove();
  }
}
