import { setImmediate as later } from 'node:timers/promises';
import { roaringLibraryInitialize } from 'roaring-wasm';
import { ShardError, type WorkerSetup } from './protocol.ts';
import { createShard, type Handlers } from './shard.ts';
import { type Thread, ThreadError } from './threads.ts';

/** Runs the commands in the current thread, for tests with many engines or searches. */
export function startInlineThread(setup: WorkerSetup): Thread {
  const handlers: Handlers = createShard(structuredClone(setup));
  const ready = roaringLibraryInitialize();
  let stopped = false;
  const checkOpen = (): void => {
    if (stopped) throw new ThreadError('closed', 'the search engine was closed');
  };
  return {
    async ask(command, ask) {
      await ready;
      await later();
      checkOpen();
      try {
        const answer = await handlers[command](structuredClone(ask) as never);
        checkOpen();
        return structuredClone(answer) as never;
      } catch (error) {
        if (error instanceof ThreadError) throw error;
        throw new ThreadError(error instanceof ShardError ? error.code : 'failed', String(error));
      }
    },
    async stop() {
      stopped = true;
    },
  };
}
