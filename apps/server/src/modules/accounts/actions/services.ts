import type { SignInWay } from '@headwater/domain/companies/social-sign-in';
import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { QueueSystemEmail } from '#platform/system-mail.ts';
import type { WaitingRoom } from '#platform/waiting-room.ts';
import type { Company } from '#modules/companies/public.ts';
import type { Origin } from '../attempts.ts';
import type { PasskeyPlaces } from '../passkeys.ts';
import type { SocialPerson } from '../social-store.ts';
import type { User } from '../store.ts';

export interface SignInServices extends PasskeyPlaces {
  database: Database;
  clock: Clock;
  publicUrl: string;
  queueSystemEmail: QueueSystemEmail;
  secrets: SecretBox;
  /** False where system e-mail goes nowhere: then no link or code is asked for that cannot arrive. */
  sendsSystemMail: boolean;
  /** For the audit log, where the address is that of an account. */
  noteFailure(failure: { email: string; address: string }): Promise<void>;
  /** Whether somebody may come in through the provider of their company alone. */
  mustUseProvider(tx: Tx, user: User, now: Date): Promise<boolean>;
  /** The answer to that stays until the transaction ends, in which a session is opened by it. */
  holdRequirement(tx: Tx, user: User): Promise<void>;
  /** Answers to an account under attack are held back here. */
  waitingRoom: WaitingRoom;
}

/** What a sign-in leads to; `session` and `device` are values of cookies. */
export type SignInResult =
  | { kind: 'session'; session: string; device: string; user: User; company: Company; lacksFactor: boolean; next: string }
  | { kind: 'confirmation'; token: string; next: string; app: boolean; email: boolean };

/** Somebody who has shown who they are, at least by a first step. */
export interface Passed {
  user: User;
  origin: Origin;
  next: string | undefined;
  now: Date;
  way: SignInWay;
  /** Of another service: connected to the account once the sign-in is through. */
  link?: SocialPerson | undefined;
}
