import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { growSparingly } from '../apps/server/src/platform/memory.ts';
import { startOpenSearch } from '../apps/server/test/opensearch-cluster.ts';
import { type BenchRow, makeRow } from './row.ts';
import { measureChanges } from './search-load/changes.ts';
import { type Ask, measure } from './search-load/clients.ts';
import { type Installation, openInstallation } from './search-load/installation.ts';
import { measurePeak, memoryNow } from './search-load/memory.ts';
import { type BenchQuery, replay, typed } from './search-load/queries.ts';
import { asNewQuestion, countOf, pathOf } from './search-load/questions.ts';
import { measureProduct } from './search-load/product-process.ts';
import { rowsOf } from './search-load/table.ts';

/** Request of the chip menu: result counts without each chip. */
const chipsOf = ({ q, f }: BenchQuery, number: number): Ask => {
  const { q: query } = asNewQuestion({ q, f }, number);
  const chips = (JSON.parse(q) as unknown[]).map((_, index) => [index]);
  return { path: '/api/v6/profiles/chips/', body: JSON.stringify({ query, filters: f, chips }) };
};

/** Refined queries are new to the caches. */
const newQuestionTargetsOf: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  1: { 'p95 ms': 35 },
  4: { 'p95 ms': 80, 'answers/s': 75 },
  10: { 'p95 ms': 140 },
};

/** Repeated questions, fewer than the cache holds. */
const repeated = 200;

const targetsOf: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  1: { 'p95 ms': 40, 'p99 ms': 60, 'answers/s': 90 },
  4: { 'p95 ms': 90, 'answers/s': 90 },
  10: { 'p95 ms': 150, 'answers/s': 90 },
};

interface Plan {
  profiles: number;
  clients: readonly number[];
  queries: number;
  skip: ReadonlySet<string>;
}

/** First build, then a rebuild beside the active index. */
async function measureBuild({ application, dataDir }: Installation, { profiles, skip }: Plan): Promise<BenchRow[]> {
  const name = `${profiles} profiles`;
  if (!skip.has('build')) rmSync(join(dataDir, 'search'), { recursive: true, force: true });
  const first = performance.now();
  const { mb } = await measurePeak(() => application.search.start());
  const started = (performance.now() - first) / 1000;
  if (skip.has('build')) return [];
  const rows = [
    makeRow(name, 'index built from PostgreSQL, profiles/s', { value: profiles / started, target: 8_000 }),
    makeRow(name, 'most memory while built, MB', { value: mb, target: 2_048 }),
  ];
  if (skip.has('rebuild')) return rows;
  const engine = await application.search.ready();
  const beside = await measurePeak(() => engine.rebuild());
  return [...rows, makeRow(name, 'most memory while built beside one that answers, MB', { value: beside.mb, target: 2_048 })];
}

interface Answering {
  origin: string;
  headers: Record<string, string>;
}

async function measureAnswers({ origin, headers }: Answering, plan: Plan): Promise<BenchRow[]> {
  const queries = replay(plan.queries);
  const full = queries.map((query) => pathOf(query, true));
  await measure({ origin, headers, asks: full.slice(0, 200), clients: 2 });
  const rows: BenchRow[] = [];
  for (const count of plan.clients) {
    const used = process.cpuUsage();
    const measured = await measure({ origin, headers, asks: full, clients: count });
    const { user, system } = process.cpuUsage(used);
    const name = `page, total, all facets; ${count} client${count > 1 ? 's' : ''}`;
    rows.push(...rowsOf(name, { measured, targets: targetsOf[count] ?? {} }));
    rows.push(makeRow(name, 'CPU of the server (without PostgreSQL) ms an answer', { value: (user + system) / 1000 / full.length }));
    rows.push(makeRow(name, 'CPU of the clients ms an answer', { value: measured.cpuMs / full.length }));
  }
  const fewer = queries.slice(0, Math.max(1, Math.ceil(queries.length / 4)));
  // Each round has questions of its own, because the cache holds those of a short round.
  const newQuestions = (round: number) => fewer.map((query, number) => asNewQuestion(query, round * fewer.length + number));
  for (const [round, count] of plan.clients.entries()) {
    const asks = newQuestions(round).map((query) => pathOf(query, true));
    const measured = await measure({ origin, headers, asks, clients: count });
    rows.push(
      ...rowsOf(`the same, no question asked twice; ${count} client${count > 1 ? 's' : ''}`, {
        measured,
        targets: newQuestionTargetsOf[count] ?? {},
      }),
    );
  }
  const browsed = newQuestions(plan.clients.length).flatMap((query) => [pathOf(query, false), countOf(query)]);
  const measuredBrowser = await measure({ origin, headers, asks: browsed, clients: 1 });
  rows.push(...rowsOf('what a browser asks: a new page, then its facets; 1 client', { measured: measuredBrowser, targets: {} }));
  const known = [...new Map(full.map((ask) => [ask.path, ask])).values()].slice(0, repeated);
  await measure({ origin, headers, asks: known, clients: 2 });
  const again = full.map((_, number) => known[number % known.length] ?? full[0]!);
  const measuredAgain = await measure({ origin, headers, asks: again, clients: 4 });
  rows.push(...rowsOf('the same, every question asked before; 4 clients', { measured: measuredAgain, targets: { 'answers/s': 300 } }));
  const bare = await measure({ origin, headers, asks: queries.map((query) => pathOf(query, false)), clients: 1 });
  rows.push(...rowsOf('page and total; 1 client', { measured: bare, targets: { 'p95 ms': 10 } }));
  const words = typed(Math.min(2_000, plan.queries)).map(({ text, field }) => ({
    path: '/api/v6/suggestions/',
    body: JSON.stringify({ text, field_types: [field] }),
  }));
  const suggested = await measure({ origin, headers, asks: words, clients: 1 });
  rows.push(...rowsOf('suggestions; 1 client', { measured: suggested, targets: { 'p95 ms': 10 } }));
  const chips = await measure({ origin, headers, asks: queries.filter(({ q }) => q !== '').map(chipsOf), clients: 1 });
  rows.push(...rowsOf('what each chip of a query costs; 1 client', { measured: chips, targets: { 'p95 ms': 150 } }));
  rows.push(makeRow('process after all searches', 'memory MB', { value: memoryNow(), target: 1_024 }));
  return rows;
}

export interface SearchBenchOptions {
  /** Default 20,000. */
  profiles?: number;
  /** Comma-separated; default 1,4,10. */
  clients?: number | string;
  /** Questions per number of clients; default 10,000. */
  queries?: number;
  /** People that the asking company changed; default 0. */
  overlays?: number;
  /** Keeps people and index for the next run. */
  'data-dir'?: string;
  /** Comma-separated: build, rebuild, changes, product. */
  skip?: string;
  /** Comma-separated: embedded (default), opensearch. Each is measured with all cases. */
  engine?: string;
}

interface EngineSettings {
  name: string;
  settings: Record<string, string>;
}

const largeHeap = '2g';

/** A cluster of one node, unless HEADWATER_OPENSEARCH_URL names another. */
async function prepareEngines(names: readonly string[]): Promise<{ engines: EngineSettings[]; stop(): Promise<void> }> {
  const unknown = names.filter((name) => name !== 'embedded' && name !== 'opensearch');
  if (unknown.length > 0) throw new Error(`There is no engine ${unknown.join(', ')}.`);
  const known = process.env['HEADWATER_OPENSEARCH_URL'];
  const cluster = names.includes('opensearch') && !known ? await startOpenSearch(1, largeHeap) : undefined;
  const nodes = known ?? cluster?.nodes.join(',') ?? '';
  const settingsOf = (name: string) => ({
    HEADWATER_OPENSEARCH_URL: name === 'opensearch' ? nodes : '',
    HEADWATER_OPENSEARCH_INDEX: `bench-${process.pid}`,
  });
  return { engines: names.map((name) => ({ name, settings: settingsOf(name) })), stop: async () => cluster?.stop() };
}

async function measureEngine(installation: Installation, plan: Plan, { name: engine, settings }: EngineSettings): Promise<BenchRow[]> {
  const name = `${plan.profiles} profiles`;
  await installation.restart(settings);
  const rows = await measureBuild(installation, plan);
  await installation.restart();
  const begin = performance.now();
  const { mb } = await measurePeak(() => installation.application.search.start());
  rows.push(
    makeRow(name, 'ready from its snapshot, s', { value: (performance.now() - begin) / 1000, target: 5 }),
    makeRow(name, 'memory while loaded, MB', { value: mb, target: 1_024 }),
  );
  const { origin, headers, companyId } = await installation.listen();
  rows.push(...(await measureAnswers({ origin, headers }, plan)));
  if (!plan.skip.has('changes')) {
    rows.push(...(await measureChanges({ application: installation.application, origin, headers, companyId })));
  }
  // The built server has the settings of this machine.
  if (plan.skip.has('product') || engine !== 'embedded') return rows;
  const queries = replay(Math.min(2_000, plan.queries)).map((query) => pathOf(query, true));
  const clicks = [...new Set(replay(plan.queries).flatMap(({ q, f }) => (f === '' ? [q] : [])))].slice(0, 60);
  const measured = measureProduct(installation.dataDir, { asks: queries, clicks }).catch((error: unknown) => {
    // Keeps the results of the previous minutes.
    console.error('The built server was not measured:', error);
    return [];
  });
  return [...rows, ...(await measured)];
}

/**
 * Answers over a skewed set of queries, index build and load, memory, time until changes are found.
 */
export async function run(options: SearchBenchOptions): Promise<BenchRow[]> {
  const plan: Plan = {
    profiles: options.profiles ?? 20_000,
    clients: String(options.clients ?? '1,4,10')
      .split(',')
      .map(Number),
    queries: options.queries ?? 10_000,
    skip: new Set(String(options.skip ?? '').split(',')),
  };
  // As in the server process.
  growSparingly();
  const { engines, stop } = await prepareEngines(String(options.engine ?? 'embedded').split(','));
  try {
    const installation = await openInstallation(plan.profiles, options['data-dir']);
    try {
      const filled = installation.filledIn;
      const rows = filled === undefined ? [] : [makeRow(`${plan.profiles} profiles`, 'people made/s', { value: plan.profiles / filled })];
      await installation.change(options.overlays ?? 0);
      for (const engine of engines) {
        const measured = await measureEngine(installation, plan, engine);
        rows.push(...measured.map((row) => (engines.length > 1 ? { ...row, case: `${engine.name}: ${row.case}` } : row)));
      }
      return rows;
    } finally {
      await installation.close();
    }
  } finally {
    await stop();
  }
}
