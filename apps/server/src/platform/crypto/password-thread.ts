import { hashSync, verifySync } from '@node-rs/argon2';
import { workOnTasks } from '#platform/thread-tasks.ts';

export interface PasswordTask {
  password: string;
  stored?: string;
}

/** Argon2id with the parameters of the OWASP cheat sheet (19 MiB, 2 passes). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

workOnTasks(({ password, stored }: PasswordTask) => (stored === undefined ? hashSync(password, parameters) : verifySync(stored, password)));
