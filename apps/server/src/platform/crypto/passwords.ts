import { availableParallelism } from 'node:os';
import { AppError } from '#platform/errors.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import { createWorkerThread, type WorkerThread } from '#platform/worker-thread.ts';
import type { PasswordTask } from './password-thread.ts';

/** Each hash takes 19 MiB and a core for a while: one core is left to everybody else, and a flood of sign-ins waits instead of starving them. */
const places = createSemaphore(Math.min(2, Math.max(1, availableParallelism() - 1)));
/** Longer queues answer late enough that nobody waits for the answer any more. */
const longestQueue = 200;
/** A thread that nobody has asked for so long is memory. */
const idleMs = 10_000;

type Hasher = WorkerThread<PasswordTask, string | boolean>;

const free: Hasher[] = [];

/** Throws unavailable where too many wait, and where the hash is none. */
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

/** Argon2id, in a thread that lets others go first. Throws unavailable where too many wait. */
export const hashPassword = async (password: string): Promise<string> => String(await bounded({ password }));

// A hash of no account: an unknown e-mail costs the same time as a wrong password.
let decoy: Promise<string> | undefined;

function makeDecoy(): Promise<string> {
  const made = hashPassword('no account has this password');
  // Nobody had a place for it: the next one makes it. Who asks for an account that there is does not wait for it, and hears of no failure.
  made.catch(() => {
    decoy = undefined;
  });
  return made;
}

/** True where the password belongs to the hash; takes as long where there is no hash. */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= makeDecoy();
  const matches = await bounded({ password, stored: stored ?? (await decoy) });
  return matches === true && Boolean(stored);
}
