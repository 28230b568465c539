import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/supervisor.ts';
import { changeTemplate } from './trial/databases.ts';
import { databaseUrl, type Line, originalDatabase, type Outcome, type Plan, planVariable, type Trial } from './trial/trial.ts';

/** Longer than any test file takes. */
const patienceMs = 900_000;

/** On a busy machine vitest waits in vain for its worker. So often in a row it is more than that. */
const patience = 3;

/** Tries things one after the other, on a PostgreSQL of its own. */
export interface Lane {
  /** Trials of one project; tells of each when it has ended, `undefined` where its process died of it. Those it tells nothing of were not begun. */
  run(trials: readonly Trial[], ended: (trial: Trial, outcome: Outcome | undefined) => void): Promise<void>;
  /** A database that nobody changes. */
  databaseUrl: string;
  close(): Promise<void>;
}

const readLines = (file: string): Line[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Line)
    : [];

/** Ends a process with those that it started. */
function kill({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

/** Tells of each new line until the process is over, or silent for too long. */
async function follow(child: ChildProcess, lines: string, tell: (line: Line) => void): Promise<void> {
  let [told, heard] = [0, performance.now()];
  let isOver = false;
  child.once('exit', () => {
    isOver = true;
  });
  for (;;) {
    const wasOver = isOver;
    const found = readLines(lines).slice(told);
    if (found.length > 0) heard = performance.now();
    for (const line of found) tell(line);
    told += found.length;
    if (wasOver) return;
    if (performance.now() - heard > patienceMs) kill(child);
    await sleep(300);
  }
}

/** `folder` is empty and stays after it: whoever has made it removes it. */
export async function openLane(checkout: string, folder: string): Promise<Lane> {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: createLog('silent'), durable: false });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${originalDatabase}`);
  await client.end();
  await migrate(databaseUrl(postgres.url, originalDatabase));
  const [plan, lines] = [join(folder, 'plan.json'), join(folder, 'lines.jsonl')];
  let child: ChildProcess | undefined;
  let emptyRuns = 0;
  process.once('exit', () => child && kill(child));
  return {
    databaseUrl: databaseUrl(postgres.url, originalDatabase),
    async run(trials, ended) {
      const project = trials[0]?.project;
      if (project === undefined) return;
      rmSync(lines, { force: true });
      writeFileSync(plan, JSON.stringify({ project, trials, lines, postgresUrl: postgres.url } satisfies Plan));
      await changeTemplate(postgres.url, undefined);
      const begun = new Set<Trial>();
      const words = ['--conditions=source', '--import', 'tsx', 'bench/mutants/trial/start.ts'];
      const env = { ...process.env, CI: 'true', NODE_OPTIONS: '', [planVariable]: plan, HEADWATER_MUTANT_POSTGRES: postgres.url };
      // In a group of its own, so that it can be ended together with the workers of vitest.
      child = spawn(process.execPath, words, { cwd: checkout, stdio: ['ignore', 'pipe', 'pipe'], env, detached: true });
      let said = '';
      const listen = (text: Buffer) => {
        said = `${said}${text.toString()}`.slice(-4000);
      };
      child.stdout?.on('data', listen);
      child.stderr?.on('data', listen);
      let count = 0;
      await follow(child, lines, (line) => {
        const trial = trials[line.trial];
        if (!trial) return;
        count += 1;
        if ('began' in line) begun.add(trial);
        else if (begun.delete(trial)) ended(trial, line.outcome);
      });
      child = undefined;
      emptyRuns = count === 0 ? emptyRuns + 1 : 0;
      if (emptyRuns === patience) throw new Error(`No trial began. ${said}`);
      for (const trial of begun) ended(trial, undefined);
    },
    async close() {
      if (child?.exitCode === null) kill(child);
      await postgres.stop();
    },
  };
}
