import type { User } from '#modules/accounts/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';

export interface ScimServices {
  database: Database;
  clock: Clock;
  log: Log;
  /** Undefined: the host of the request. */
  publicUrl: string | undefined;
  endToken(tx: Tx, userId: number): Promise<unknown>;
  tellOfChanges(tx: Tx, change: { before: User; after: User }): Promise<void>;
  /** Run the returned function after the commit. */
  endWork(tx: Tx, userId: number): Promise<() => Promise<void>>;
}

export interface Client {
  companyId: number;
  changesAdminAddresses: boolean;
  base: string;
}
