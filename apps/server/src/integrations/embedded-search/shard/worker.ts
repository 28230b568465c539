import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { roaringLibraryInitialize } from 'roaring-wasm';
import { type CommandName, ShardError, type WorkerSetup } from './protocol.ts';
import { createShard } from './shard.ts';

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
    // Some systems do not allow a lower priority.
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

// Commands may overlap while one waits for the disk: it has read its state before.
port.on('message', (message: Ask) => void answer(message));
