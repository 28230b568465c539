import type { Tx } from '#platform/database/database.ts';
import { findCompany } from '#modules/companies/public.ts';
import { activeCandidateIds, vacancyName } from '#modules/vacancies/public.ts';
import { usesMessenger } from '../recipients/reach.ts';
import { type NextStepRecipient, lockForNextStep, planAgain, saveNextDecisions } from '../store/outcomes.ts';
import { type Decision, messagesOf } from '../store/planning.ts';
import { listSteps } from '../store/steps.ts';
import { decideNext, type MailingProgress } from './next-decision.ts';
import { grouped } from '#platform/grouped.ts';

/**
 * Decides the next step together with the acceptance, so that the planner does not read each
 * recipient again. Recipients of mailings being changed, and due messages, are left to the planner.
 */
export async function planNextStep(tx: Tx, recipientIds: readonly number[], now: Date): Promise<void> {
  if (recipientIds.length === 0) return;
  const recipients = await lockForNextStep(tx, recipientIds);
  const decided = new Set(await saveNextDecisions(tx, await decisionsFor(tx, recipients, now), now));
  await planAgain(
    tx,
    recipientIds.filter((id) => !decided.has(id)),
    now,
  );
}

async function decisionsFor(tx: Tx, recipients: readonly NextStepRecipient[], now: Date): Promise<Decision[]> {
  const [first] = recipients;
  if (!first) return [];
  const byMailing = grouped(recipients, (recipient) => recipient.mailing_id);
  const [company, steps, messages, living, orphans] = await Promise.all([
    findCompany(tx, first.company_id),
    listSteps(tx, [...byMailing.keys()]),
    messagesOf(
      tx,
      recipients.map(({ id }) => id),
    ),
    stillLiving(tx, recipients),
    orphansAmong(tx, recipients),
  ]);
  const known = { now, zone: company?.time_zone ?? 'UTC', messages: grouped(messages, (message) => message.recipient_id), living };
  return [...byMailing].flatMap(([mailingId, own]) => {
    const progress: MailingProgress = {
      ...known,
      steps: steps.filter((step) => step.mailing_id === mailingId),
      isOrphan: orphans.has(mailingId),
    };
    // The messenger's reach is checked when the message is created.
    if (usesMessenger(progress.steps)) return [];
    return own.map((recipient) => {
      const { decision, due } = decideNext(recipient, progress);
      return due ? { ...decision, nextAt: now } : decision;
    });
  });
}

async function stillLiving(tx: Tx, recipients: readonly NextStepRecipient[]): Promise<ReadonlySet<number>> {
  const candidates = recipients.flatMap((recipient) => recipient.candidate_id ?? []);
  return candidates.length > 0 ? activeCandidateIds(tx, candidates) : new Set();
}

async function orphansAmong(tx: Tx, recipients: readonly NextStepRecipient[]): Promise<ReadonlySet<number>> {
  const vacancyOf = new Map(recipients.map((recipient) => [recipient.mailing_id, recipient.folder_id]));
  const orphans = await Promise.all(
    [...vacancyOf].map(async ([mailing, vacancy]) => (vacancy !== null && (await vacancyName(tx, vacancy)) === undefined ? [mailing] : [])),
  );
  return new Set(orphans.flat());
}
