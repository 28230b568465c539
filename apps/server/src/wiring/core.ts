import type { AnyRouter } from '@orpc/server';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.ts';
import { findActor } from '#modules/accounts/public.ts';
import { isLicensed } from '#modules/companies/public.ts';
import { raiseNotice } from '#modules/notices/public.ts';
import type { Clock } from '#platform/clock.ts';
import { createSharedCounts, type SharedCounts } from '#platform/counts/share-counts.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import { createSigning, type Signer } from '#platform/crypto/signing.ts';
import type { Database } from '#platform/database/database.ts';
import { countWrites } from '#platform/database/writes.ts';
import { createFairTurns, type FairTurns } from '#platform/fair-turns.ts';
import { createEvents, type Events } from '#platform/events/events.ts';
import { type Reseal, resealAll } from '#platform/crypto/resealing.ts';
import type { JobDefinition } from '#platform/jobs/define-job.ts';
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { TaskHandler } from '#platform/queue/queue.ts';

export interface Core {
  database: Database;
  clock: Clock;
  log: Log;
  env: Env;
  secrets: SecretBox;
  events: Events;
  jobs: Jobs;
  counts: SharedCounts;
  exportTurns: FairTurns;
  signing(): Promise<Signer>;
}

/** The installation reads two batches at a time, one per person. */
const openExportTurns = () =>
  createFairTurns({
    places: 2,
    placesOfMember: 1,
    limits: { ofMember: 2, ofCompany: 8, refusal: 'exports_busy', seconds: 10 },
  });

export interface RunningWork {
  /** Processes due work. Resolves when there is none left. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export interface WorkerLoop {
  start(): RunningWork;
  /** Sends messages: starts after the demo history is complete. */
  waitsForDemo?: boolean;
}

/** Contribution of one context to the processes: `wireX(core, needs)`. */
export interface Part<Routes extends Record<string, AnyRouter> = Record<string, AnyRouter>> {
  routes: Routes;
  tasks: readonly TaskHandler[];
  jobs: readonly JobDefinition<never>[];
  loops: readonly WorkerLoop[];
  /** Kinds of sealed secrets by name, resealed after the key changes. */
  secrets: Readonly<Record<string, Reseal>>;
  /** Registers routes outside the contract. */
  mount(app: FastifyInstance): void;
}

export const defineContext = <Routes extends Record<string, AnyRouter>>(
  own: Pick<Part<Routes>, 'routes'> & Partial<Part<Routes>>,
): Part<Routes> => ({
  tasks: [],
  jobs: [],
  loops: [],
  secrets: {},
  mount: () => undefined,
  ...own,
});

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never;

/** The router of all parts, with the type of each route. */
export const mergeRoutes = <Each extends Pick<Part, 'routes'>>(parts: readonly Each[]) =>
  Object.assign({}, ...parts.map(({ routes }) => routes)) as Intersection<Each['routes']>;

interface CoreOptions extends Pick<Core, 'env' | 'database' | 'clock' | 'log' | 'secrets'> {
  databaseUrl: string;
  definitions: readonly JobDefinition<never>[];
}

export function openCore({ databaseUrl, definitions, ...base }: CoreOptions): Core {
  const { database, clock, log } = base;
  const signing = createSigning(base);
  return {
    ...base,
    signing,
    exportTurns: openExportTurns(),
    counts: createSharedCounts({ database, clock, log }),
    events: createEvents({ url: databaseUrl, clock, log }),
    jobs: createJobs({
      database,
      clock,
      log,
      definitions,
      findActor,
      mayWork: (tx, companyId) => isLicensed(tx, companyId, clock),
      onEnd: (tx, { id, company_id: companyId, created_by: userId }) =>
        raiseNotice(tx, { companyId, userId, about: { kind: 'job' }, key: String(id), objectId: id, now: clock.now() }),
    }),
  };
}

/** Runs beside other work: all keys stay valid until it ends. */
export const resealingLoop = (core: Core, parts: readonly Pick<Part, 'secrets'>[]): WorkerLoop => ({
  start() {
    const kinds = Object.assign({}, ...parts.map(({ secrets }) => secrets)) as Part['secrets'];
    const resealing = core.secrets.rotates ? resealAll(core, kinds) : Promise.resolve();
    return { idle: () => resealing, stop: () => resealing };
  },
});

/** Correspondence starts once `mayWrite` resolves. Loops stopped before that never start. */
export function startLoops(loops: readonly WorkerLoop[], mayWrite: Promise<void> | undefined): RunningWork {
  const running: RunningWork[] = [];
  let isStopped = false;
  const start = (chosen: readonly WorkerLoop[]) => {
    for (const loop of chosen) running.push(loop.start());
  };
  const startLater = async (moment: Promise<void>) => {
    await moment;
    if (!isStopped) start(loops.filter((loop) => loop.waitsForDemo));
  };
  start(mayWrite ? loops.filter((loop) => !loop.waitsForDemo) : loops);
  if (mayWrite) void startLater(mayWrite);
  return {
    idle: async () => void (await Promise.all(running.map((loop) => loop.idle()))),
    async stop() {
      isStopped = true;
      await Promise.all(running.map((loop) => loop.stop()));
    },
  };
}

/** Work creates work in other modules: a sent message bounces, and the next step is planned. */
const idleRounds = 3;

/** A round that writes nothing is the last one, because it creates no work. */
export async function untilIdle(workers: ReadonlySet<RunningWork>, rounds = idleRounds): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const before = countWrites();
    for (const worker of workers) await worker.idle();
    if (countWrites() === before) return;
  }
}
