import type { SignInWay } from '@headwater/domain/companies/social-sign-in';
import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { QueueSystemEmail } from '#platform/system-mail.ts';
import type { WaitingRoom } from '#platform/waiting-room.ts';
import type { Company } from '#modules/companies/public.ts';
import type { Origin } from './attempts.ts';
import type { PasskeyPlaces } from './passkeys.ts';
import type { SocialPerson } from '../store/social.ts';
import type { User } from '../store/users.ts';

export interface SignInServices extends PasskeyPlaces {
  database: Database;
  clock: Clock;
  publicUrl: string;
  queueSystemEmail: QueueSystemEmail;
  secrets: SecretBox;
  /** False without a mail server. */
  sendsSystemMail: boolean;
  recordSignInFailure(failure: { email: string; address: string }): Promise<void>;
  mustUseProvider(tx: Tx, user: User, now: Date): Promise<boolean>;
  /** Locks the SSO requirement until the transaction with the new session ends. */
  shareLockRequirement(tx: Tx, user: User): Promise<void>;
  waitingRoom: WaitingRoom;
}

/** `session` and `device` are cookie values. */
export type SignInResult =
  | { kind: 'session'; session: string; device: string; user: User; company: Company; lacksFactor: boolean; next: string }
  | { kind: 'confirmation'; token: string; next: string; app: boolean; email: boolean };

export interface Passed {
  user: User;
  origin: Origin;
  next: string | undefined;
  now: Date;
  way: SignInWay;
  link?: SocialPerson | undefined;
}
