import type { SearchSchema } from '#modules/search/schema.ts';
import type { Generation } from '../coordinator/generation.ts';
import { type StartThread, type Thread, ThreadError } from '../shard/threads.ts';

export interface MergeScheduler {
  wake(generation: Generation): void;
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const idleMs = 30_000;

export function createMergeScheduler(
  { schema, start }: { schema: SearchSchema; start: StartThread },
  failed: (error: unknown) => void,
): MergeScheduler {
  let thread: Thread | undefined;
  let running: Promise<void> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let stopped = false;

  const end = async (): Promise<void> => {
    const old = thread;
    thread = undefined;
    await old?.stop();
  };
  const work = async (generation: Generation): Promise<void> => {
    thread ??= start({ schema, flags: new Int32Array(new SharedArrayBuffer(4)), background: true }, () => {
      thread = undefined;
    });
    let more = true;
    while (more) more = await generation.mergeOnce(thread);
  };

  return {
    wake(generation) {
      if (stopped || running || generation.states.every(({ merge }) => merge.length === 0)) return;
      clearTimeout(idle);
      running = work(generation)
        .catch((error: unknown) => {
          // `closed`: rebuilt threads have replaced these.
          if (!stopped && !(error instanceof ThreadError && error.code === 'closed')) failed(error);
        })
        .finally(() => {
          running = undefined;
          idle = setTimeout(() => void end(), idleMs);
          idle.unref();
        });
    },
    settled: async () => running,
    async stop() {
      stopped = true;
      clearTimeout(idle);
      await end();
      await running;
    },
  };
}
