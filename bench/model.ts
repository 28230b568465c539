import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type BenchRow, rowsOfCase } from './row.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
/** Sequences per process, which has its own small database. */
const chunk = 250;

interface Share {
  runs: number;
  seed: number;
}

/** Returns the output of a failed run. */
function check({ runs, seed }: Share): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const words = [
      'run',
      '--project',
      'http',
      'apps/server/src/modules/messaging/campaigns/model',
      '-t',
      'agree with a model',
      '--no-color',
    ];
    const env = { ...process.env, MODEL_RUNS: String(runs), MODEL_SEED: String(seed) };
    const child = spawn(process.execPath, [vitest, ...words], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0 && printed.includes('1 passed') ? undefined : printed));
  });
}

/** --runs N, --processes N in parallel, --seed N of the first share, --minutes N. */
export async function run(args: Record<string, string | undefined>): Promise<BenchRow[]> {
  const runs = Number(args['runs'] ?? 10_000);
  const seed = Number(args['seed'] ?? Date.now() % 1_000_000_000);
  const until = Date.now() + Number(args['minutes'] ?? 24 * 60) * 60_000;
  const begin = Date.now();
  const shares = Array.from({ length: Math.ceil(runs / chunk) }, (_, index): Share => {
    return { runs: Math.min(chunk, runs - index * chunk), seed: seed + index };
  });
  let [agreed, failed] = [0, 0];
  const work = async () => {
    for (let share = shares.shift(); share && Date.now() < until; share = shares.shift()) {
      const printed = await check(share);
      if (printed === undefined) agreed += share.runs;
      else failed += 1;
      console.log(
        `seed ${share.seed}: ${share.runs} sequences ${printed === undefined ? 'agree' : `DO NOT AGREE\n${printed}`} (${agreed} so far)`,
      );
    }
  };
  await Promise.all(Array.from({ length: Number(args['processes'] ?? 1) }, work));
  const result = rowsOfCase(`model of a mailing, seed ${seed}`);
  return [
    result('sequences that agree', agreed, runs),
    result(`shares of ${chunk} that do not`, failed, 0),
    result('seconds', Math.round((Date.now() - begin) / 1000), null),
  ];
}
