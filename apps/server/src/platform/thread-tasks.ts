import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

export type Outcome<Answer> = { result: Answer } | { error: unknown };

export function workOnTasks<Task, Answer>(work: (task: Task) => Answer | Promise<Answer>): void {
  const port = parentPort;
  if (!port) throw new Error('this file is started as a thread');
  try {
    // On Linux this affects the current thread only: searches take priority.
    if (process.platform === 'linux') setPriority(0, 10);
  } catch {
    // Some systems do not allow a lower priority.
  }
  const answer = async (task: Task): Promise<Outcome<Answer>> => {
    try {
      return { result: await work(task) };
    } catch (error) {
      return { error: error instanceof Error ? Object.assign(new Error(error.message), { stack: error.stack }) : String(error) };
    }
  };
  port.on('message', (task: Task) => void answer(task).then((outcome) => port.postMessage(outcome)));
}
