import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type EvaluatedModules, type RunnerTask, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest';
import { questionName } from '../switches.ts';
import { changeTemplate, dropTestDatabases } from './databases.ts';
import { type Line, type Outcome, type Plan, planVariable, type Trial } from './trial.ts';

const unclear =
  /timed? ?out|ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|terminating connection|too many clients|out of memory|socket hang up/i;

const nameOf = (task: RunnerTask | RunnerTestFile): string => {
  const outer = task.suite && task.suite !== task.file ? `${nameOf(task.suite)} > ` : '';
  return `${outer}${task.name}`;
};

function tasksIn(suite: RunnerTestSuite): RunnerTask[] {
  return suite.tasks.flatMap((task) => (task.type === 'suite' ? [task, ...tasksIn(task)] : [task]));
}

/** Leaves out what is not of the trial, with the hooks of suites of which nothing is. */
function choose(suite: RunnerTestSuite, tests: ReadonlySet<string>): void {
  for (const task of suite.tasks) {
    if (task.type === 'suite') choose(task, tests);
    else if (!tests.has(nameOf(task))) task.mode = 'skip';
  }
  if (suite.tasks.every(({ mode }) => mode !== 'run' && mode !== 'queued')) suite.mode = 'skip';
}

/** Runs each file as often as the plan names it, every time with what that trial takes away. */
// oxlint-disable-next-line import/no-default-export -- vitest takes the default export of a runner
export default class MutantRunner extends TestRunner {
  private readonly plan = JSON.parse(readFileSync(process.env[planVariable] ?? '', 'utf8')) as Plan;
  private readonly begun = new Set<number>();
  private at = -1;
  private trial: Trial | undefined;
  private reached = new Set<number>();
  private setUp = new Set<number>();
  private loaded = new Set<number>();
  private reachedBy = new Map<RunnerTask, Set<number>>();
  private began = 0;
  private hasFailed = false;

  private write(line: Line): void {
    appendFileSync(this.plan.lines, `${JSON.stringify(line)}\n`);
  }

  /** The next trial of that file. */
  private async begin(path: string): Promise<void> {
    const file = relative(this.config.root, path);
    const loadedBefore = this.trial?.reloads ?? false;
    this.at = this.plan.trials.findIndex((each, at) => each.file === file && !this.begun.has(at));
    const trial = this.plan.trials[this.at];
    if (!trial) throw new Error(`There is no trial of ${file}.`);
    const sqlBefore = this.trial?.sql;
    this.trial = trial;
    this.begun.add(this.at);
    this.write({ trial: this.at, began: true });
    this.began = performance.now();
    this.hasFailed = false;
    [this.setUp, this.loaded, this.reachedBy] = [new Set(), new Set(), new Map()];
    this.reached = this.loaded;
    if (trial.project === 'http' && trial.sql !== sqlBefore) await changeTemplate(this.plan.postgresUrl, trial.sql);
    const question = (id: number) => {
      this.reached.add(id);
      return id === this.trial?.mutant;
    };
    Object.assign(globalThis, { [questionName]: question });
    this.forget(path, trial.reloads || loadedBefore);
  }

  /** So that it is loaded again: the file, and with it everything that is ours. */
  private forget(path: string, all: boolean): void {
    const { evaluatedModules } = (this as unknown as { workerState: { evaluatedModules: EvaluatedModules } }).workerState;
    const isOurs = (id: string) => id.startsWith(this.config.root) && !id.includes('/node_modules/') && !id.includes('/bench/mutants/');
    for (const [id, module] of evaluatedModules.idToModuleMap)
      if (id === path || (all && isOurs(id))) evaluatedModules.invalidateModule(module);
  }

  override async importFile(path: string, source: 'collect' | 'setup'): Promise<unknown> {
    if (source === 'collect') await this.begin(path);
    const imported: unknown = await super.importFile(path, source);
    this.reached = this.setUp;
    return imported;
  }

  onCollected([file]: RunnerTestFile[]): void {
    if (file && this.trial?.tests) choose(file, new Set(this.trial.tests));
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    if (this.hasFailed && this.trial?.stopsEarly) test.mode = 'skip';
    await super.onBeforeRunTask(test);
    this.reached = new Set();
    this.reachedBy.set(test, this.reached);
  }

  override onAfterRunTask(test: RunnerTask): void {
    this.reached = this.setUp;
    if (test.result?.state === 'fail' && !this.trial?.known.includes(nameOf(test))) this.hasFailed = true;
    super.onAfterRunTask(test);
  }

  private outcomeOf(file: RunnerTestFile): Outcome {
    const tasks = tasksIn(file);
    const failed = [file, ...tasks].filter(({ type, result }) => result?.state === 'fail' && (type === 'test' || result.errors?.length));
    const tests = tasks.filter(({ type, result }) => type === 'test' && (result?.state === 'pass' || result?.state === 'fail'));
    return {
      tests: tests.map((test) => ({
        name: nameOf(test),
        ms: Math.round(test.result?.duration ?? 0),
        reached: [...(this.reachedBy.get(test) ?? [])],
      })),
      failures: failed.map((task) => {
        const errors = (task.result?.errors ?? []).map(({ message }) => message).join('\n');
        return { name: nameOf(task), isTest: task.type === 'test', error: errors.slice(0, 300), isUnclear: unclear.test(errors) };
      }),
      setUp: [...this.setUp],
      loaded: [...this.loaded],
      ms: Math.round(performance.now() - this.began),
    };
  }

  override async onAfterRunFiles(files: RunnerTestFile[] = []): Promise<void> {
    super.onAfterRunFiles();
    const [file] = files;
    if (!file || !this.trial) return;
    if (this.trial.project === 'http') await dropTestDatabases(this.plan.postgresUrl);
    this.write({ trial: this.at, outcome: this.outcomeOf(file) });
  }
}
