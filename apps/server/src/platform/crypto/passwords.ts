import { availableParallelism } from 'node:os';
import { AppError } from '#platform/errors.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import { createWorkerThread, type WorkerThread } from '#platform/worker-thread.ts';
import type { PasswordTask } from './password-thread.ts';

/** Each hash takes 19 MiB and a core. One core stays free, and a flood of sign-ins waits. */
const places = createSemaphore(Math.min(2, Math.max(1, availableParallelism() - 1)));
/** A longer queue would respond after clients have given up. */
const longestQueue = 200;
const idleMs = 10_000;

type Hasher = WorkerThread<PasswordTask, string | boolean>;

const free: Hasher[] = [];

/** Throws unavailable if the queue is full or the hash is invalid. */
async function bounded(task: PasswordTask): Promise<string | boolean> {
  if (places.waiting >= longestQueue) throw new AppError('unavailable');
  return places.run(async () => {
    const hasher: Hasher = free.pop() ?? createWorkerThread(new URL('password-thread.ts', import.meta.url), idleMs);
    try {
      return await hasher.run(task);
    } finally {
      free.push(hasher);
    }
  });
}

/** Argon2id in a low-priority thread. Throws unavailable if the queue is full. */
export const hashPassword = async (password: string): Promise<string> => String(await bounded({ password }));

// Hash without an account: an unknown e-mail costs the same time as a wrong password.
let decoy: Promise<string> | undefined;

function makeDecoy(): Promise<string> {
  const made = hashPassword('no account has this password');
  // The queue was full; the next call retries. Calls with an existing account do not depend on it.
  made.catch(() => {
    decoy = undefined;
  });
  return made;
}

/** Takes the same time without a hash. */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= makeDecoy();
  const matches = await bounded({ password, stored: stored ?? (await decoy) });
  return matches === true && Boolean(stored);
}
