import { setTimeout as sleep } from 'node:timers/promises';
import type { Lane } from './lane.ts';
import type { Outcome, Trial } from './trial/trial.ts';

/** Trials that wait for a lane. Each lane takes those of one file together, so that they share a process. */
export interface Queue {
  /** `undefined` where the process died of it. */
  attempt(trial: Trial): Promise<Outcome | undefined>;
  /** Until all of it has come to its end, or the time is over. */
  run(all: Promise<unknown>, endsAt: number): Promise<void>;
}

interface Waiting {
  trial: Trial;
  resolve(outcome: Outcome | undefined): void;
}

/** So long a lane works on what it has taken: what is found meanwhile says what comes next. */
const batchMs = 300_000;
const batchSize = 100;
/** Most files end at a test that fails long before their last. */
const expectedMs = ({ trial }: Waiting) => Math.min(trial.ms, 15_000);

const keyOf = ({ project, file }: Trial) => `${project} ${file}`;

/** Those of the file that most wait for, then of others of its project, in the order in which they came. */
function takeBatch(waiting: Waiting[]): Waiting[] {
  const files = new Map<string, { count: number; first: number }>();
  for (const [at, { trial }] of waiting.entries()) {
    const { count, first } = files.get(keyOf(trial)) ?? { count: 0, first: at };
    files.set(keyOf(trial), { count: count + 1, first });
  }
  const placeOf = ({ trial }: Waiting) => files.get(keyOf(trial)) ?? { count: 0, first: 0 };
  const sorted = waiting.toSorted((one, other) => {
    const [place, otherPlace] = [placeOf(one), placeOf(other)];
    return otherPlace.count - place.count || place.first - otherPlace.first;
  });
  const batch: Waiting[] = [];
  let ms = 0;
  for (const each of sorted) {
    if (each.trial.project !== sorted[0]?.trial.project) continue;
    if (batch.length >= batchSize || (batch.length > 0 && ms + expectedMs(each) > batchMs)) break;
    batch.push(each);
    ms += expectedMs(each);
  }
  for (const each of batch) waiting.splice(waiting.indexOf(each), 1);
  return batch;
}

export function createQueue(lanes: readonly Lane[]): Queue {
  const waiting: Waiting[] = [];
  const state = { isOver: false };

  async function work(lane: Lane): Promise<void> {
    const batch = new Map(takeBatch(waiting).map((each) => [each.trial, each]));
    await lane.run([...batch.keys()], (trial, outcome) => {
      batch.get(trial)?.resolve(outcome);
      batch.delete(trial);
    });
    waiting.push(...batch.values());
  }
  async function runLane(lane: Lane, endsAt: number): Promise<void> {
    while (performance.now() < endsAt && !state.isOver) {
      if (waiting.length > 0) await work(lane);
      // What has been found says what is to be tried next.
      await sleep(200);
    }
  }
  return {
    attempt: (trial) => new Promise((resolve) => waiting.push({ trial, resolve })),
    async run(all, endsAt) {
      const over = all.finally(() => {
        state.isOver = true;
      });
      const lanesDone = Promise.all(lanes.map((lane) => runLane(lane, endsAt)));
      // What nobody has tried by the end of the time is not waited for; what fails is told at once.
      await Promise.race([over, lanesDone]);
      await lanesDone;
    },
  };
}
