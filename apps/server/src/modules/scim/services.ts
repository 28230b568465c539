import type { User } from '#modules/accounts/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';

export interface ScimServices {
  database: Database;
  clock: Clock;
  log: Log;
  /** Public address of this installation; unset: what the request was sent to. */
  publicUrl: string | undefined;
  /** Ends the API token of somebody. */
  endToken(tx: Tx, userId: number): Promise<unknown>;
  /** Word to the person of another address. */
  tellOfChanges(tx: Tx, change: { before: User; after: User }): Promise<void>;
  /** Ends all that somebody does who has left. What it answers is to be called once that stands. */
  endWork(tx: Tx, userId: number): Promise<() => Promise<void>>;
}

/** The company that a call acts for. No person is behind it. */
export interface Client {
  companyId: number;
  /** Whether provisioning may change email addresses of administrators. */
  changesAdminAddresses: boolean;
  /** Address of this server for locations of resources. */
  base: string;
}
