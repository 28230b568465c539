import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { AppError } from '#platform/errors.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import { startThread } from '#platform/thread.ts';
import type { PasswordAnswer, PasswordTask } from './password-thread.ts';

/** Each hash takes 19 MiB and a core for a while: one core is left to everybody else, and a flood of sign-ins waits instead of starving them. */
const places = createSemaphore(Math.min(2, Math.max(1, availableParallelism() - 1)));
/** Longer queues answer late enough that nobody waits for the answer any more. */
const longestQueue = 200;
/** A thread that nobody has asked for so long is memory. */
const idleMs = 10_000;

interface Hasher {
  worker: Worker;
  /** Ends it when nobody has asked it for a while. */
  idle?: NodeJS.Timeout;
}

const free: Hasher[] = [];

/** Nobody asks it any more. */
function forget(hasher: Hasher): void {
  const at = free.indexOf(hasher);
  if (at !== -1) free.splice(at, 1);
}

function startHasher(): Hasher {
  const worker = startThread(new URL('password-thread.ts', import.meta.url));
  // Only a question keeps the process alive; one that fails meanwhile is not asked again.
  worker.unref();
  const hasher: Hasher = { worker };
  worker.on('error', () => forget(hasher));
  worker.on('exit', () => forget(hasher));
  return hasher;
}

/** Forgotten at once: until it has ended it could be asked, and would not answer. */
function end(hasher: Hasher): void {
  forget(hasher);
  void hasher.worker.terminate();
}

/** Throws where the thread ends. */
function ask({ worker }: Hasher, task: PasswordTask): Promise<PasswordAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (work: () => void) => {
      worker.removeListener('message', answered);
      worker.removeListener('error', failed);
      worker.removeListener('exit', ended);
      worker.unref();
      work();
    };
    const answered = (answer: PasswordAnswer) => settle(() => resolve(answer));
    const failed = (error: Error) => settle(() => reject(error));
    const ended = () => settle(() => reject(new Error('the thread of passwords ended')));
    worker.on('message', answered).on('error', failed).on('exit', ended);
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(task);
  });
}

/** Throws unavailable where too many wait, and where the hash is none. */
async function bounded(task: PasswordTask): Promise<string | boolean> {
  if (places.waiting >= longestQueue) throw new AppError('unavailable');
  return places.run(async () => {
    const hasher = free.pop() ?? startHasher();
    clearTimeout(hasher.idle);
    const answer = await ask(hasher, task);
    hasher.idle = setTimeout(end, idleMs, hasher).unref();
    free.push(hasher);
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
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
