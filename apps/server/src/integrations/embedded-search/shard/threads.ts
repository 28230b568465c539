import { startThread as startWorker } from '#platform/thread.ts';
import type { CommandName, Commands, WorkerSetup } from './protocol.ts';

export interface Thread {
  ask<Name extends CommandName>(command: Name, ask: Commands[Name]['ask']): Promise<Commands[Name]['answer']>;
  stop(): Promise<void>;
}

export class ThreadError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface Reply {
  id: number;
  answer?: unknown;
  error?: { code: string; message: string };
}

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

// Search threads create few objects; without a limit the young generation of each grows to 48 MB.
const limitsOf = ({ building }: WorkerSetup) => ({ maxOldGenerationSizeMb: 4096, maxYoungGenerationSizeMb: building ? 48 : 8 });

export type StartThread = (setup: WorkerSetup, onLost: (error: Error) => void) => Thread;

export function startThread(setup: WorkerSetup, onLost: (error: Error) => void): Thread {
  const worker = startWorker(new URL('./worker.ts', import.meta.url), { workerData: setup, resourceLimits: limitsOf(setup) });
  const waiting = new Map<number, Waiting>();
  let next = 1;
  let ended: Error | undefined;
  const end = (error: Error, lost: boolean): void => {
    if (ended) return;
    ended = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    if (lost) onLost(error);
  };
  worker.on('message', ({ id, answer, error }: Reply) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (error) one?.reject(new ThreadError(error.code, error.message));
    else one?.resolve(answer as never);
  });
  worker.on('error', (error) => end(new ThreadError('failed', `a search thread failed: ${error.message}`), true));
  worker.on('exit', (code) => end(new ThreadError('failed', `a search thread ended with ${code}`), true));
  // Only a pending command keeps the process alive.
  worker.unref();
  return {
    ask: (command, ask) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        waiting.set(next, { resolve: resolve as Waiting['resolve'], reject });
        worker.ref();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        worker.postMessage({ id: next++, command, ask });
      }),
    async stop() {
      end(new ThreadError('closed', 'the search engine was closed'), false);
      await worker.terminate();
    },
  };
}
