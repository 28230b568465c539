import type { Worker } from 'node:worker_threads';
import { startThread } from './thread.ts';
import type { Outcome } from './thread-tasks.ts';

/** A thread that works on one task at a time, so that whoever is answered meanwhile does not wait for it. */
export interface WorkerThread<Task, Answer> {
  /** Rejects with what the work threw, and where the thread ends. Not to be called before the one before has settled. */
  run(task: Task): Promise<Answer>;
  /** Ends it at once, whatever it does. */
  end(): Promise<void>;
}

/** Of the memory of a thread what is not old yet: V8 takes three times as much unless told otherwise, and keeps it. */
const limits = { maxYoungGenerationSizeMb: 16 };

/** `entry` calls `workOnTasks`. Started by the first task, ended when there was none for `idleMs`, and started anew by the next. */
export function createWorkerThread<Task, Answer>(entry: URL, idleMs: number): WorkerThread<Task, Answer> {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  const start = () => {
    const started = startThread(entry, { resourceLimits: limits });
    const forget = () => {
      if (worker === started) worker = undefined;
    };
    // Only a task keeps the process alive. One that has failed or ended is not asked again.
    started.unref();
    started.on('error', forget).on('exit', forget);
    worker = started;
    return started;
  };
  const end = async () => {
    clearTimeout(idle);
    const ended = worker;
    // Forgotten at once: until it has ended it could be asked, and would not answer.
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
          // One that was forgotten meanwhile ends by itself, and what follows it has a time of its own.
          if (worker === running) {
            clearTimeout(idle);
            idle = setTimeout(() => void end(), idleMs).unref();
          }
          work();
        };
        const answered = (outcome: Outcome<Answer>) =>
          settle(() => ('error' in outcome ? reject(outcome.error as Error) : resolve(outcome.result)));
        // What nobody caught is told before the end of its thread: by then another one may be at work.
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
