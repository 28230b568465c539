import type { contract } from '@headwater/contract/contract';
import type { Actor } from '@headwater/domain/roles';
import type { ContractRouterClient } from '@orpc/contract';
import type { MovableClock } from '#platform/clock.ts';

/** A request that a mail program or a browser makes for the reader of a message. */
export interface OutsideRequest {
  method: 'GET' | 'POST';
  url: string;
  agent: string;
  /** Network address that it comes from. */
  address: string;
  /** A form, encoded. */
  body?: string;
}

/** The calls of the API. */
export type Calls = ContractRouterClient<typeof contract>;

/** The installation at the time of a clock that is moved by hand: nothing happens there but what is done. */
export interface Past {
  clock: MovableClock;
  /** Whether messages may leave from here (DEC-09). */
  maySend(): Promise<boolean>;
  /** The calls of the API as that person makes them. */
  as(actor: Actor): Calls;
  /** Answers the status. */
  ask(request: OutsideRequest): Promise<number>;
  /** Looks after running mailings once. */
  plan(): Promise<void>;
  /** Sends what may leave at this moment; says how many times something was done. */
  send(): Promise<number>;
  /** Reads the connected mailboxes, or the one of that address. */
  readMail(address?: string): Promise<void>;
  /** When there may be something to plan next, and to send; undefined: nothing waits. */
  nextDue(): Promise<{ plan: Date | undefined; send: Date | undefined }>;
  close(): Promise<void>;
}
