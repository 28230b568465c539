import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkout, newFolder, type Product, signIn, startProduct, waitForPeople } from './product/start-product.ts';
import { type BenchRow, makeRow } from './row.ts';

const restSeconds = 20;
const searches = 300;
const megabyte = 1024 ** 2;

const seconds = (output: string, sentence: RegExp) => Number(sentence.exec(output)?.[1] ?? 0);
const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Resident memory of the server by /metrics. */
async function memoryOf(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1] ?? Number.NaN) / megabyte;
}

const search = (origin: string, { cookie, q }: { cookie: string; q: string }) =>
  fetch(`${origin}/api/v6/profiles/?q=${encodeURIComponent(q)}`, { headers: { cookie } });

/** Asks until a search answers. Returns the number of people. */
async function firstSearch(origin: string, cookie: string): Promise<number> {
  for (;;) {
    const answer = await search(origin, { cookie, q: '' });
    const body = (await answer.json()) as { total?: number };
    if (answer.status === 200) return body.total ?? 0;
    if (answer.status !== 503) throw new Error(`a search answered ${answer.status}`);
    await sleep(10);
  }
}

interface Place {
  folder: string;
  dataDir: string;
  profiles: number;
}

/** From a clone without node_modules to a page. */
async function coldStart(place: Place, cache: string): Promise<BenchRow[]> {
  execFileSync('git', ['clone', '--quiet', checkout, place.folder]);
  const product = await startProduct({ ...place, env: { npm_config_cache: cache } });
  const name = 'cold: git clone, empty npm cache, no database';
  try {
    await waitForPeople(product.origin, place.profiles);
    return [
      makeRow(name, 'install, s', { value: seconds(product.output(), /Packages installed in (\d+) s/) }),
      makeRow(name, 'build, s', { value: seconds(product.output(), /Built in ([\d.]+) s/) }),
      makeRow(name, 'npm start to ready, s', { value: product.seconds, reference: `${place.profiles} people made` }),
    ];
  } finally {
    await product.stop();
  }
}

async function firstStart(place: Place): Promise<BenchRow[]> {
  const product = await startProduct(place);
  await waitForPeople(product.origin, place.profiles);
  await product.stop();
  const reference = `${place.profiles} people made, most of them later`;
  return [makeRow('first: no database', 'npm start to ready, s', { value: product.seconds, target: 30, reference })];
}

interface WarmStart {
  ready: number;
  answering: number;
  stopped: number;
}

async function warmStart(place: Place, measureIt: (product: Product) => Promise<void>): Promise<WarmStart> {
  const product = await startProduct(place);
  const begin = performance.now();
  try {
    await firstSearch(product.origin, await signIn(product.origin));
    const answering = product.seconds + (performance.now() - begin) / 1000;
    await measureIt(product);
    return { ready: product.seconds, answering, stopped: await product.stop() };
  } finally {
    await product.stop();
  }
}

async function memoryRows({ origin }: Product, profiles: number): Promise<BenchRow[]> {
  const cookie = await signIn(origin);
  const total = await firstSearch(origin, cookie);
  await sleep(restSeconds * 1000);
  const waitUntilIdle = await memoryOf(origin);
  for (let count = 0; count < searches; count += 1) {
    const q = JSON.stringify([`text:${'abcdefghijklmnopqrstuvwxyz'[count % 26]}`, 'skill:Python']);
    await (await search(origin, { cookie, q })).arrayBuffer();
  }
  const name = `server with ${profiles} profiles`;
  return [
    makeRow(name, `memory after ${restSeconds} s at rest, MB`, { value: waitUntilIdle, target: 250, reference: `${total} found` }),
    makeRow(name, `memory after ${searches} searches, MB`, { value: await memoryOf(origin) }),
  ];
}

/** `cold`: a new clone with an empty npm cache; otherwise this checkout. `times`: warm starts. */
export async function run({ cold = false, profiles = 20_000, times = 5 }: Record<string, unknown>): Promise<BenchRow[]> {
  const temporary = newFolder();
  const place: Place = { folder: checkout, dataDir: join(temporary.path, 'data'), profiles: Number(profiles) };
  const busy = makeRow('machine', 'load before, 1 minute', { value: loadavg()[0] ?? 0, reference: 'other work slows everything below' });
  try {
    if (cold) place.folder = join(temporary.path, 'clone');
    const begun = cold ? await coldStart(place, join(temporary.path, 'npm-cache')) : await firstStart(place);
    const warm: WarmStart[] = [];
    let memory: BenchRow[] = [];
    for (let count = 1; count <= Number(times); count += 1) {
      const isLast = count === Number(times);
      const measureMemory = async (product: Product) => {
        memory = await memoryRows(product, place.profiles);
      };
      warm.push(await warmStart(place, isLast ? measureMemory : async () => undefined));
    }
    const of = (key: keyof WarmStart) => warm.map((start) => start[key]);
    const name = `warm, ${warm.length} times`;
    return [
      busy,
      ...begun,
      makeRow(name, 'npm start to ready, s (median)', { value: median(of('ready')), target: 5 }),
      makeRow(name, 'npm start to ready, s (worst)', { value: Math.max(...of('ready')), target: 5 }),
      makeRow(name, 'npm start to the first search, s (median)', { value: median(of('answering')) }),
      // The first start has no snapshot yet.
      makeRow(name, 'npm start to the first search, s (worst: the index is built)', { value: Math.max(...of('answering')) }),
      makeRow(name, 'stop, s (worst)', { value: Math.max(...of('stopped')), target: 10 }),
      ...memory,
    ];
  } finally {
    temporary.remove();
  }
}
