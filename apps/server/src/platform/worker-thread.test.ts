import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createWorkerThread } from './worker-thread.ts';

interface Task {
  fails?: boolean;
  /** Milliseconds until the answer. */
  takes: number;
}

/** Returns the number of its tasks, or throws an uncaught error and ends late. */
const entry = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let tasks = 0;
    process.on('exit', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300));
    parentPort.on('message', ({ fails, takes }) => {
      tasks += 1;
      if (fails) throw new Error('nobody catches this');
      setTimeout(() => parentPort.postMessage({ result: tasks }), takes);
    });`)}`,
);

function useThread(idleMs: number) {
  const thread = createWorkerThread<Task, number>(entry, idleMs);
  onTestFinished(() => thread.end());
  return thread;
}

it('runs tasks one by one in a thread, which ends when idle', async () => {
  const thread = useThread(200);
  expect([await thread.run({ takes: 0 }), await thread.run({ takes: 400 }), await thread.run({ takes: 0 })]).toEqual([1, 2, 3]);
  await sleep(600);
  expect(await thread.run({ takes: 0 })).toBe(1);
});

it('keeps the next thread when a failed one ends late', async () => {
  const thread = useThread(500);
  await expect(thread.run({ fails: true, takes: 0 })).rejects.toThrow('nobody catches this');
  // The idle time of the first thread would end in the middle of the second task.
  expect(await thread.run({ takes: 0 })).toBe(1);
  expect(await thread.run({ takes: 1500 })).toBe(2);
});
