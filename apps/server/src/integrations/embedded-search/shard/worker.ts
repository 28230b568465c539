import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { roaringLibraryInitialize } from 'roaring-wasm';
import { type CommandName, ShardError, type WorkerSetup } from './protocol.ts';
import { createShard } from './shard.ts';

/** A thread of the engine: answers one command after the other. Knows neither the database nor the clock. */
interface Ask {
  id: number;
  command: CommandName;
  ask: never;
}

const port = parentPort;
if (!port) throw new Error('this file is started as a thread');
const setup = workerData as WorkerSetup;
const handlers = createShard(setup);
const ready = roaringLibraryInitialize();
if (setup.background) {
  try {
    setPriority(0, 10);
  } catch {
    // Not every system lets a thread step back: the merge is then merely at the usual priority.
  }
}

async function answer({ id, command, ask }: Ask): Promise<void> {
  try {
    await ready;
    port?.postMessage({ id, answer: await handlers[command](ask) });
  } catch (error) {
    const code = error instanceof ShardError ? error.code : 'failed';
    port?.postMessage({ id, error: { code, message: error instanceof Error ? error.message : String(error) } });
  }
}

// A command that waits for the disk lets others pass: it took what it needs before it began to wait.
port.on('message', (message: Ask) => void answer(message));
