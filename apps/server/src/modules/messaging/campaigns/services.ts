import type { Language } from '@headwater/contract/errors';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import type { OutboundPolicy } from '#modules/messaging/messages/public.ts';
import type { FindAllIds } from '#modules/vacancies/public.ts';
import type { JobDefinition } from '#platform/jobs/define-job.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';

export interface Explanation {
  reason: string;
  text: string;
  expected_at: string | null;
}

interface ExplainInput {
  now: Date;
  language: Language;
  maySend: boolean;
}

/** Port of mailings to delivery, which depends on mailings. */
export interface DeliveryPort {
  explainMessage(tx: Tx, messageId: number, input: ExplainInput): Promise<Explanation | undefined>;
  /**
   * Why mailings of a sender do not leave now; undefined if they do. `isFollowUp`: the recipient
   * has a message already.
   */
  explainSender(tx: Tx, userId: number, input: ExplainInput & { isFollowUp: boolean }): Promise<Explanation | undefined>;
}

export interface MessengerReach {
  accountId: number;
  username: string;
  /** A new dialog, which counts against the daily limit. */
  isNew: boolean;
  /** The person asked for no messages. */
  isSuppressed: boolean;
}

/** Port of mailings to the messenger, which depends on mailings. */
export interface MessengerPort {
  /**
   * Reach of the profiles by the sender; unreachable ones are absent. `accountId` is preferred for
   * new dialogs; existing dialogs keep their account.
   */
  reach(
    tx: Tx,
    whom: { sender: Actor; profileIds: readonly number[]; accountId: number | null; now: Date },
  ): Promise<ReadonlyMap<number, MessengerReach>>;
  hasAccount(tx: Tx, accountId: number): Promise<boolean>;
  dialogsLeft(tx: Tx, accountIds: readonly number[], now: Date): Promise<number>;
  wake(tx: Tx, accountIds: readonly number[]): Promise<void>;
  /** Accounts of all companies that stopped sending and still have messages. */
  lost(tx: Tx, now: Date): Promise<{ id: number; companyId: number }[]>;
  /**
   * Requeues waiting messages of such an account; messages that may have left need a user's
   * decision.
   */
  letGo(tx: Tx, accountId: number, now: Date): Promise<void>;
}

export interface MailingServices {
  database: Database;
  clock: Clock;
  /** DEC-09. */
  maySend(tx: Tx): Promise<boolean>;
  suppressed: OutboundPolicy['suppressed'];
  delivery: DeliveryPort;
  messenger: MessengerPort;
  /**
   * Changes the status of candidates at launch (SEQ-018), which can be undone. Throws FieldErrors
   * for `status`.
   */
  changeStatuses(tx: Tx, actor: Actor, change: { ids: readonly number[]; status: number }): Promise<void>;
}

export interface RecipientsInput {
  mailingId: number;
  profiles: number[];
  opensContacts: boolean;
}

export interface AddingServices {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  findAllIds: FindAllIds;
  recipientsJob: JobDefinition<RecipientsInput>;
  messenger: MessengerPort;
}

export const announceMailing = (tx: Tx, companyId: number, mailingIds: readonly number[]) =>
  publish(tx, { companyId, topic: 'mailings', ids: mailingIds });
