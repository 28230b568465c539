import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createWorkerThread } from './worker-thread.ts';

interface Task {
  fails?: boolean;
  /** Milliseconds until it answers. */
  takes: number;
}

/** A thread that answers with how many tasks it had, or fails with what nobody catches and takes a while to end. */
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

it('works on one task after another in the same thread, which ends when there was none for a while', async () => {
  const thread = useThread(200);
  expect([await thread.run({ takes: 0 }), await thread.run({ takes: 400 }), await thread.run({ takes: 0 })]).toEqual([1, 2, 3]);
  await sleep(600);
  expect(await thread.run({ takes: 0 })).toBe(1);
});

it('leaves the thread alone that follows one that failed, however late the end of that one is told', async () => {
  const thread = useThread(500);
  await expect(thread.run({ fails: true, takes: 0 })).rejects.toThrow('nobody catches this');
  // Short and then long: a time that began with the end of the first thread would pass in the middle of this one.
  expect(await thread.run({ takes: 0 })).toBe(1);
  expect(await thread.run({ takes: 1500 })).toBe(2);
});
