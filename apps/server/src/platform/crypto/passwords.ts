import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#platform/errors.ts';
import { createSemaphore } from '#platform/semaphore.ts';

/** At most two hashes at a time: each takes 19 MiB and a core, off the main thread; a flood of sign-ins waits instead of starving the rest. */
const places = createSemaphore(2);
/** Longer queues answer late enough that nobody waits for the answer any more. */
const longestQueue = 200;

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (places.waiting >= longestQueue) throw new AppError('unavailable');
  return places.run(work);
}

/** Argon2id with the parameters of the OWASP cheat sheet (19 MiB, 2 passes). */
export const hashPassword = (password: string) => bounded(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }));

// A hash of no account: an unknown e-mail costs the same time as a wrong password.
let decoy: Promise<string> | undefined;

/** True where the password belongs to the hash; takes as long where there is no hash. */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await bounded(async () => verify(stored ?? (await decoy) ?? '', password));
  return matches && Boolean(stored);
}
