import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import type { OutboundPolicy } from '#modules/messaging/messages/public/sending.ts';
import type { createRefusedWhileClosed } from '#modules/messaging/suppressions/public.ts';
import type { FindAllIds } from '#modules/vacancies/public.ts';
import type { JobDefinition } from '#platform/jobs/define-job.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Channels, ExplainInput, Explanation } from './channel-port.ts';

/** SIM cards of the company, for fields of the API that name them. */
export interface SimCards {
  has(tx: Tx, accountId: number): Promise<boolean>;
  dialogsLeft(tx: Tx, accountIds: readonly number[], now: Date): Promise<number>;
}

/** Why mailings of a sender do not leave now; undefined if they do. `isFollowUp`: the recipient has a message already. */
export type ExplainSender = (tx: Tx, userId: number, input: ExplainInput & { isFollowUp: boolean }) => Promise<Explanation | undefined>;

export interface MailingServices {
  database: Database;
  clock: Clock;
  /** DEC-09. */
  maySend(tx: Tx): Promise<boolean>;
  suppressed: OutboundPolicy['suppressed'];
  /**
   * As suppressed, for addresses that are closed to the actor. A suppression that a colleague typed
   * counts only if the actor or the colleague has opened the address.
   */
  refusedWhileClosed: ReturnType<typeof createRefusedWhileClosed>;
  explainSender: ExplainSender;
  channels: Channels;
  simCards: SimCards;
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
  channels: Channels;
}

export const announceMailing = (tx: Tx, companyId: number, mailingIds: readonly number[]) =>
  publish(tx, { companyId, topic: 'mailings', ids: mailingIds });
