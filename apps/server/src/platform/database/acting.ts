import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP } from 'node:net';

export interface Acting {
  userId?: number | undefined;
  /** The signed-in user if they act as another one. */
  originalUserId?: number | undefined;
  address: string;
  /** API token of the request. */
  tokenId?: number | undefined;
}

const storage = new AsyncLocalStorage<string>();

export const actingAs = <T>({ userId, originalUserId, address, tokenId }: Acting, work: () => T): T =>
  storage.run(`${userId ?? ''}/${originalUserId ?? ''}/${isIP(address) ? address : ''}/${tokenId ?? ''}`, work);

const actingForm = /^\d*\/\d*\/[\da-f.:]*(?:\/\d*)?$/i;

/** Restores the recorded user for deferred work; null: none. */
export const restoreActing = <T>(acting: string | null, work: () => T): T =>
  storage.run(acting && actingForm.test(acting) ? acting : '', work);

/** Safe to embed in SQL: contains ids and an IP address only. */
export const actingNow = (): string => storage.getStore() ?? '';
