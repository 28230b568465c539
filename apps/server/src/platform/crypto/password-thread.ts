import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/** What is asked of the thread: the hash of a password, or with `stored` whether it belongs to that one. */
export interface PasswordTask {
  password: string;
  stored?: string;
}

export type PasswordAnswer = { result: string | boolean } | { error: string };

const port = parentPort;
if (!port) throw new Error('this file is started as a thread');
try {
  // On Linux that is this thread alone: whoever searches goes first, a free core is used in full, and a tenth of a busy one is left for it.
  if (process.platform === 'linux') setPriority(0, 10);
} catch {
  // Not every system lets a thread step back: it then takes turns with the others.
}

/** Argon2id with the parameters of the OWASP cheat sheet (19 MiB, 2 passes). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

port.on('message', ({ password, stored }: PasswordTask) => {
  try {
    const result = stored === undefined ? hashSync(password, parameters) : verifySync(stored, password);
    port.postMessage({ result } satisfies PasswordAnswer);
  } catch (error) {
    port.postMessage({ error: error instanceof Error ? error.message : String(error) } satisfies PasswordAnswer);
  }
});
