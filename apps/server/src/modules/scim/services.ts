import type { Proof } from '#modules/accounts/public/sign-in.ts';
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
  /** Throws the errors of `requireProof`. */
  prove(proof: Proof): Promise<User>;
  notifyOfChanges(tx: Tx, change: { before: User; after: User }): Promise<void>;
  /** Disconnects the mailbox. Run the returned function after the commit. */
  stopSending(tx: Tx, userId: number): Promise<() => Promise<void>>;
}

export interface Client {
  companyId: number;
  changesAdminAddresses: boolean;
  base: string;
}
