import type { contract } from '@headwater/contract/contract';
import type { Actor } from '@headwater/domain/roles';
import type { ContractRouterClient } from '@orpc/contract';
import type { MovableClock } from '#platform/clock.ts';

/** A request by the reader's mail program or browser. */
export interface OutsideRequest {
  method: 'GET' | 'POST';
  url: string;
  agent: string;
  /** Network address. */
  address: string;
  /** Encoded form. */
  body?: string;
}

export type Calls = ContractRouterClient<typeof contract>;

/** The installation with a manually moved clock; it runs no background work. */
export interface Past {
  clock: MovableClock;
  /** Returns whether messages may be sent (DEC-09). */
  maySend(): Promise<boolean>;
  /** API calls of the actor. */
  as(actor: Actor): Calls;
  /** Returns the HTTP status. */
  ask(request: OutsideRequest): Promise<number>;
  /** Runs the planner once. */
  plan(): Promise<void>;
  /** Sends due messages and returns the number of actions. */
  send(): Promise<number>;
  /** Reads all connected mailboxes, or only this address. */
  readMail(address?: string): Promise<void>;
  /** Times of the next planning and sending; undefined if nothing is pending. */
  nextDue(): Promise<{ plan: Date | undefined; send: Date | undefined }>;
  close(): Promise<void>;
}
