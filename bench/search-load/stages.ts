import { Session } from 'node:inspector/promises';
import type { Profiler } from 'node:inspector';
import { processorOfAll, processorOfMainThread } from '../mail-load/usage.ts';
import type { BenchRow } from '../row.ts';
import { type Load, measure } from './clients.ts';

/** Where the main thread's time of an answer goes, by the place in the source that is nearest to what runs. The first that holds counts. */
const stages: readonly (readonly [name: string, holds: (frame: Profiler.ProfileNode['callFrame']) => boolean])[] = [
  ['collecting garbage', ({ functionName }) => functionName === '(garbage collector)'],
  ['validation', ({ url }) => url.includes('/node_modules/zod/') || url.includes('unstorable-text')],
  ['engine: planning and merging', ({ url }) => url.includes('/integrations/embedded-search/')],
  ['session', ({ url }) => url.includes('/modules/accounts/') || url.includes('/platform/http/rate-limits')],
  [
    'presentation of facets',
    ({ url }) => /\/modules\/search\/(present-facets|facet-value-name|actions\/spell-facet-names|reference-ids)/.test(url),
  ],
  ['presentation of rows', ({ url }) => /\/modules\/(profiles\/|search\/(present|highlight|text\/|actions\/hydrate))/.test(url)],
  ['reading the query', ({ url }) => /\/modules\/search\/query\/|\/domain\/src\/query\//.test(url)],
  [
    'database driver',
    ({ url }) => /\/node_modules\/(pg|pg-pool|pg-protocol|pg-types|postgres-\w+|kysely)\/|\/platform\/database\//.test(url),
  ],
  [
    'HTTP and routes',
    ({ url }) => /\/node_modules\/(fastify|@fastify|@orpc|find-my-way|light-my-request|cookie)\/|\/platform\/http\//.test(url),
  ],
  ['sockets and streams', ({ url }) => /^node:(net|_http|http|internal\/(http|stream|streams|net|timers|process|async))/.test(url)],
];

function stageOf(stack: readonly Profiler.ProfileNode['callFrame'][]): string {
  if (stack[0]?.functionName === '(idle)') return 'idle';
  for (const frame of stack) {
    if (frame.functionName === 'stringify' && frame.url === '') return 'writing JSON';
    if (frame.functionName === 'parse' && frame.url === '') return 'parsing JSON';
    const stage = stages.find(([, holds]) => holds(frame));
    if (stage) return stage[0];
  }
  return 'everything else';
}

/** Milliseconds of each stage. */
function timesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const stageOfNode = new Map<number, string>();
  const stageAt = (id: number): string => {
    const known = stageOfNode.get(id);
    if (known) return known;
    const stack: Profiler.ProfileNode['callFrame'][] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = byId.get(at);
      if (node) stack.push(node.callFrame);
    }
    const stage = stageOf(stack);
    stageOfNode.set(id, stage);
    return stage;
  };
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const stage = stageAt(id);
    times.set(stage, (times.get(stage) ?? 0) + (timeDeltas[index] ?? 0) / 1000);
  }
  return times;
}

/**
 * What an answer takes of the processor: the main thread of the server, which is this process, by stages, its other threads, and PostgreSQL. Milliseconds
 * an answer: the profile tells the shares of the main thread, the system what it took, which other work on the machine does not touch.
 */
export async function measureStages(name: string, load: Load, postgresPid: number): Promise<BenchRow[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  const [used, usedByMain, usedThere] = [process.cpuUsage(), processorOfMainThread(), processorOfAll(postgresPid)];
  const { failures } = await measure(load);
  const { user, system } = process.cpuUsage(used);
  const main = (processorOfMainThread() - usedByMain) * 1000;
  const database = (processorOfAll(postgresPid) - usedThere) * 1000;
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  if (failures.length > 0) throw new Error(`${name}: ${failures.length} requests failed: ${failures[0]}`);
  const times = timesOf(profile);
  times.delete('idle');
  const sampled = [...times.values()].reduce((sum, time) => sum + time, 0);
  const each = (time: number) => Math.round((time / load.asks.length) * 100) / 100;
  return [
    ...[...times]
      .toSorted(([, one], [, other]) => other - one)
      .map(([stage, time]) => ({
        case: name,
        metric: `main thread: ${stage}, ms`,
        value: each((time / sampled) * main),
        target: null,
        reference: null,
      })),
    { case: name, metric: 'main thread, ms', value: each(main), target: null, reference: null },
    { case: name, metric: 'other threads, ms', value: each((user + system) / 1000 - main), target: null, reference: null },
    { case: name, metric: 'PostgreSQL, ms', value: each(database), target: null, reference: null },
  ];
}
