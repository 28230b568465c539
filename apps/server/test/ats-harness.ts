import type { SocialAccount } from '@headwater/contract/ats';
import type { AtsVendorName } from '@headwater/domain/ats/vendors';
import type { Answer, Caller, TestUser } from './installation.ts';

/** A person as the system shows it. */
export interface KnownPerson {
  id: string;
  emails: string[];
  jobs: { id: string | null; isActive: boolean }[];
  notes: string[];
  files: string[];
}

export type WriteStep = 'create' | 'job' | 'attach' | 'note';

export interface Delivery {
  id: string;
  webhook: SocialAccount['webhook'];
  isForged: boolean;
}

/** Controls the sandbox of a vendor. */
export interface AtsHarness {
  vendor: AtsVendorName;
  credentials: Record<string, string>;
  /** Connects by the consent page; without it, `credentials` connect. */
  consent?(caller: Caller): Promise<Answer>;
  /** Adds a user with the address of the one who connects. */
  prepare?(user: TestUser): void;
  /** Refused credentials, and the field with the message. */
  refused: { said: string; credentials: Record<string, string>; field: string; text: string | RegExp }[];
  openJobs(): { id: string; title: string }[];
  closedJob(): string;
  addPerson(email: string, jobId?: string): string;
  people(): KnownPerson[];
  deletePerson(id: string): void;
  /** Moves the person in the job; returns the name of the new stage. */
  movePerson(id: string): string;
  /** Delivery about the person. `isForged`: not from the system. */
  event(personId: string, delivery: Delivery): { url: string; body: string; headers: Record<string, string> };
  fail(step: WriteStep | 'read', kind: 'error' | 'error_after' | 'cut_after' | 'limit', times?: number): void;
  /** Absent if the API of the system has no erasure. */
  erasure?: { fail(kind: 'error' | 'error_after' | 'cut_after' | 'limit'): void };
  revoke(): void;
  restore(): void;
  /** Requests since the last call, as "METHOD path". */
  requests(): string[];
  /** E-mails that the system would send to people. */
  outbox(): unknown[];
  reset(): void;
}
