import type { Language } from '@headwater/contract/errors';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import type { OutboundPolicy } from '#modules/messaging/messages/public.ts';
import type { FindAllIds } from '#modules/vacancies/public.ts';
import type { JobDefinition } from '#platform/jobs/define-job.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';

/** Why something has not left yet, for a person to read. */
export interface Explanation {
  reason: string;
  text: string;
  expected_at: string | null;
}

interface ExplainInput {
  now: Date;
  language: Language;
  /** DEC-09. */
  maySend: boolean;
}

/** What mailings ask of whoever sends, which itself stands on mailings. */
export interface DeliveryPort {
  explainMessage(tx: Tx, messageId: number, input: ExplainInput): Promise<Explanation | undefined>;
  /** What keeps mailings of a sender from leaving at this moment; undefined where nothing does. `isFollowUp`: the person has been written to. */
  explainSender(tx: Tx, userId: number, input: ExplainInput & { isFollowUp: boolean }): Promise<Explanation | undefined>;
}

/** How a person is written to by messenger. */
export interface MessengerReach {
  accountId: number;
  username: string;
  /** Nothing has been said yet: the account begins a dialog, which are limited by day. */
  isNew: boolean;
  /** They do not want to be written to there. */
  isSuppressed: boolean;
}

/** What mailings ask of the messenger, which itself stands on mailings. */
export interface MessengerPort {
  /**
   * How the sender reaches each of these profiles; whom they do not is left out. `accountId`: who is to begin dialogs, where it can; who is written to
   * already is written to from where that is.
   */
  reach(
    tx: Tx,
    whom: { sender: Actor; profileIds: readonly number[]; accountId: number | null; now: Date },
  ): Promise<ReadonlyMap<number, MessengerReach>>;
  /** Whether the company in scope uses the account. */
  hasAccount(tx: Tx, accountId: number): Promise<boolean>;
  /** New dialogs that these may begin today, together. */
  dialogsLeft(tx: Tx, accountIds: readonly number[], now: Date): Promise<number>;
  /** Tells whoever holds these that something is due. */
  wake(tx: Tx, accountIds: readonly number[]): Promise<void>;
  /** Accounts that send no more, of all companies, and have messages all the same. */
  lost(tx: Tx, now: Date): Promise<{ id: number; companyId: number }[]>;
  /** What waits for such an account of the company in scope leaves another way; what may have left from it is for a person to decide. */
  letGo(tx: Tx, accountId: number, now: Date): Promise<void>;
}

/** What the calls of mailing lists stand on. */
export interface MailingServices {
  database: Database;
  clock: Clock;
  /** DEC-09. */
  maySend(tx: Tx): Promise<boolean>;
  /** Those of the addresses that the company no longer writes to. */
  suppressed: OutboundPolicy['suppressed'];
  delivery: DeliveryPort;
  messenger: MessengerPort;
  /** Gives candidates a status when they are launched (SEQ-018), as a change that can be undone. Throws FieldErrors at `status`. */
  changeStatuses(tx: Tx, actor: Actor, change: { ids: readonly number[]; status: number }): Promise<void>;
}

/** Whom a search found, and the mailing that they are put into. */
export interface RecipientsInput {
  mailingId: number;
  profiles: number[];
  opensContacts: boolean;
}

/** What adding the results of a search stands on. */
export interface AddingServices {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  findAllIds: FindAllIds;
  recipientsJob: JobDefinition<RecipientsInput>;
  messenger: MessengerPort;
}

/** Tells open screens that a mailing or one of its recipients changed. */
export const announceMailing = (tx: Tx, companyId: number, mailingIds: readonly number[]) =>
  publish(tx, { companyId, topic: 'mailings', ids: mailingIds });
