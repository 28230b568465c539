import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

export type Outcome<Answer> = { result: Answer } | { error: unknown };

/** For the first file of a worker thread: does what it is asked, one task after another, and lets everybody else go first. */
export function workOnTasks<Task, Answer>(work: (task: Task) => Answer | Promise<Answer>): void {
  const port = parentPort;
  if (!port) throw new Error('this file is started as a thread');
  try {
    // On Linux that is this thread alone: whoever searches goes first, a free core is used in full, and a tenth of a busy one is left for it.
    if (process.platform === 'linux') setPriority(0, 10);
  } catch {
    // Not every system lets a thread step back: it then takes turns with the others.
  }
  const answer = async (task: Task): Promise<Outcome<Answer>> => {
    try {
      return { result: await work(task) };
    } catch (error) {
      // What else hangs on an error may not be told to another thread.
      return { error: error instanceof Error ? Object.assign(new Error(error.message), { stack: error.stack }) : String(error) };
    }
  };
  port.on('message', (task: Task) => void answer(task).then((outcome) => port.postMessage(outcome)));
}
