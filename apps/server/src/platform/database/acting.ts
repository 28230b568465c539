import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP } from 'node:net';

/** On whose behalf a request runs; undefined ids for a visitor. */
export interface Acting {
  userId?: number | undefined;
  /** Who signed in, where they act as the user. */
  originalUserId?: number | undefined;
  address: string;
}

const storage = new AsyncLocalStorage<string>();

/** Runs `work` so that what its transactions write is noted as done by that person (the audit log). */
export const actingAs = <T>({ userId, originalUserId, address }: Acting, work: () => T): T =>
  storage.run(`${userId ?? ''}/${originalUserId ?? ''}/${isIP(address) ? address : ''}`, work);

const noted = /^\d*\/\d*\/[\da-f.:]*$/i;

/** The same for work that was begun earlier, as the database noted it then; null: nobody. */
export const actingAgain = <T>(acting: string | null, work: () => T): T => storage.run(acting && noted.test(acting) ? acting : '', work);

/** As the database is told: ids and an address that holds digits, letters and signs of an IP address alone. */
export const actingNow = (): string => storage.getStore() ?? '';
