import type { contract } from '@headwater/contract/contract';
import type { Actor } from '@headwater/domain/roles';
import type { ContractRouterClient } from '@orpc/contract';
import type { MovableClock } from '#platform/clock.ts';

export interface OutsideRequest {
  method: 'GET' | 'POST';
  url: string;
  agent: string;
  address: string;
  body?: string;
}

export type Calls = ContractRouterClient<typeof contract>;

/** Has a manually moved clock and runs no background work. */
export interface Past {
  clock: MovableClock;
  /** DEC-09. */
  maySend(): Promise<boolean>;
  as(actor: Actor): Calls;
  ask(request: OutsideRequest): Promise<number>;
  viewProfile(actor: Actor, profileId: number): Promise<void>;
  /** Adds a search to the history of the user. */
  recordSearch(actor: Actor, search: { query: string; found: number }): Promise<void>;
  plan(): Promise<void>;
  send(): Promise<number>;
  readMail(address?: string): Promise<void>;
  nextDue(): Promise<{ plan: Date | undefined; send: Date | undefined }>;
  close(): Promise<void>;
}
