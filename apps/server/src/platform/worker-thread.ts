import type { Worker } from 'node:worker_threads';
import { startThread } from './thread.ts';
import type { Outcome } from './thread-tasks.ts';

export interface WorkerThread<Task, Answer> {
  /** Rejects if the task fails or the thread ends. Wait for the previous call first. */
  run(task: Task): Promise<Answer>;
  end(): Promise<void>;
}

/** Megabytes of the young generation: V8 would otherwise take and keep three times as much. */
const limits = { maxYoungGenerationSizeMb: 16 };

export function createWorkerThread<Task, Answer>(entry: URL, idleMs: number): WorkerThread<Task, Answer> {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  const start = () => {
    const started = startThread(entry, { resourceLimits: limits });
    const forget = () => {
      if (worker === started) worker = undefined;
    };
    // Only a task keeps the process alive. A thread that failed or ended gets no more tasks.
    started.unref();
    started.on('error', forget).on('exit', forget);
    worker = started;
    return started;
  };
  const end = async () => {
    clearTimeout(idle);
    const ended = worker;
    // Cleared first: a thread that is ending must get no more tasks.
    worker = undefined;
    await ended?.terminate();
  };
  return {
    run(task) {
      clearTimeout(idle);
      const running = worker ?? start();
      return new Promise<Answer>((resolve, reject) => {
        const settle = (work: () => void) => {
          running.removeListener('message', answered);
          running.removeListener('error', failed);
          running.removeListener('exit', ended);
          running.unref();
          // A terminated thread ends without a timer; its successor has its own.
          if (worker === running) {
            clearTimeout(idle);
            idle = setTimeout(() => void end(), idleMs).unref();
          }
          work();
        };
        const answered = (outcome: Outcome<Answer>) =>
          settle(() => ('error' in outcome ? reject(outcome.error as Error) : resolve(outcome.result)));
        // An uncaught error may arrive when the next thread already works.
        const failed = (error: unknown) => settle(() => reject(error as Error));
        const ended = () => settle(() => reject(new Error(`the thread of ${entry.pathname} ended`)));
        running.on('message', answered).on('error', failed).on('exit', ended);
        running.ref();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        running.postMessage(task);
      });
    },
    end,
  };
}
