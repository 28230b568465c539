import { createHash, randomUUID } from 'node:crypto';
import { windowOf } from '@headwater/domain/outreach/schedule';
import type { VariableValues } from '@headwater/domain/outreach/variables';
import { variantText } from '@headwater/domain/outreach/variants';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';
import { findCompany } from '#modules/companies/public.ts';
import { composeWith, personValues, senderValues } from '../actions/compose.ts';
import { findSettings, ingestedSince, isIngested, type MailboxRow, shareMailbox } from '#modules/messaging/channels/public.ts';
import { type PlannedMessage, transitions } from '#modules/messaging/messages/public.ts';
import { findListed } from '#modules/profiles/public.ts';
import { livingCandidateIds, vacancyName } from '#modules/vacancies/public.ts';
import { announceMailing } from '../services.ts';
import { grouped } from './grouped.ts';
import { decideNext, horizon, type MailingProgress } from './next-decision.ts';
import { type Decision, type DueRecipient, countWaiting, holdRunning, messagesOf, saveDecisions, takeDue } from '../store/planning.ts';
import { type DraftRow, listDrafts, listSteps, type StepRow } from '../store/steps.ts';

/** Recipients of one mailing that are looked at in one transaction. */
export const batch = 250;
/** Due messages that may wait in a mailbox: a limited one would keep more of them for days. */
const waiting = { limited: 20, unlimited: 2000 };

interface PlanningContext extends MailingProgress {
  drafts: readonly DraftRow[];
  people: ReadonlyMap<number, VariableValues>;
  sender: VariableValues;
  signature: string;
  vacancy: string | null;
  mailbox: MailboxRow;
}

type Outcome = { decision: Decision; message?: PlannedMessage; step?: StepRow };

/** The text for one recipient: their own, else the variant of the message that fell to them. */
function textFor(recipient: DueRecipient, step: StepRow, { drafts, steps }: PlanningContext) {
  const own = drafts.find((draft) => draft.recipient_id === recipient.id && draft.step === step.number);
  const template = variantText(step, { variant: recipient.variant, steps });
  return { subject: own?.subject ?? template.subject, body: own?.body ?? template.body };
}

/** The same in every copy of an installation, so that a restored one finds what the original has sent. A further try is another message. */
const nameOf = (recipient: DueRecipient, step: StepRow) =>
  recipient.retry ? randomUUID() : createHash('sha256').update(`${recipient.message_key} ${step.number}`).digest('hex').slice(0, 32);

function messageFor(recipient: DueRecipient, { step, sendAt }: { step: StepRow; sendAt: Date }, context: PlanningContext): PlannedMessage {
  const { signature, sender, vacancy, mailbox } = context;
  const draft = { ...textFor(recipient, step, context), signature, variables: step.custom_variables };
  const known = { ...context.people.get(recipient.profile_id), ...sender, VACANCY: vacancy, ...recipient.custom_data };
  const composed = composeWith(draft, known);
  const [empty] = composed.emptyVariables;
  return {
    recipientId: recipient.id,
    step: step.number,
    messageId: `<${nameOf(recipient, step)}@${mailbox.address.split('@')[1] ?? 'localhost'}>`,
    subject: composed.subject,
    html: composed.html,
    text: composed.text,
    sendAt,
    domain: recipient.email_key.split('@')[1] ?? '',
    variant: step.subject_b === null ? null : recipient.variant,
    // A message with a hole in it is not sent; the person is told which variable it was.
    error: empty ? { reason: 'bad_request', detail: `{{${empty}}}` } : null,
    asksFirst: recipient.ask_first && !recipient.retry,
  };
}

function decide(recipient: DueRecipient, context: PlanningContext): Outcome {
  const { decision, due } = decideNext(recipient, context);
  return due ? { decision, message: messageFor(recipient, due, context), step: due.step } : { decision };
}

interface Work {
  mailing: { id: number; company_id: number; folder_id: number | null };
  mailbox: MailboxRow;
  due: readonly DueRecipient[];
  now: Date;
}

async function planningContextOf(tx: Tx, { mailing, mailbox, due, now }: Work): Promise<PlanningContext> {
  const ids = due.map((recipient) => recipient.id);
  const [company, steps, drafts, profiles, rows, living, settings, sender, vacancy] = await Promise.all([
    findCompany(tx, mailing.company_id),
    listSteps(tx, [mailing.id]),
    listDrafts(tx, ids),
    findListed(tx, [...new Set(due.map((recipient) => recipient.profile_id))]),
    messagesOf(tx, ids),
    livingCandidateIds(
      tx,
      due.flatMap((recipient) => recipient.candidate_id ?? []),
    ),
    findSettings(tx, mailbox.user_id),
    senderValues(tx, mailbox.user_id, mailbox),
    mailing.folder_id === null ? undefined : vacancyName(tx, mailing.folder_id),
  ]);
  return {
    now,
    zone: company?.time_zone ?? 'UTC',
    steps,
    drafts,
    people: new Map(profiles.map((profile) => [profile.id, personValues(profile.data)])),
    messages: grouped(rows, (row) => row.recipient_id),
    living,
    isOrphan: mailing.folder_id !== null && vacancy === undefined,
    sender,
    signature: settings?.signature ?? '',
    vacancy: vacancy ?? null,
    mailbox,
  };
}

/** Looks at recipients of one mailing whose time has come, and makes their messages. Returns how many it looked at. */
export async function planMailing(tx: Tx, mailingId: number, clock: Clock): Promise<number> {
  const mailing = await holdRunning(tx, mailingId);
  const mailbox = mailing?.sender_id ? await shareMailbox(tx, mailing.sender_id) : undefined;
  if (!mailing || mailbox?.state !== 'connected') return 0;
  const now = clock.now();
  const until = new Date(now.getTime() + horizon);
  const allowed = mailbox.daily_limit === null && mailbox.gap_seconds === 0 ? waiting.unlimited : waiting.limited;
  const room = Math.min(batch, allowed - (await countWaiting(tx, mailbox.id, until)));
  const readState = { mailboxId: mailbox.id, ingestedSince: ingestedSince(now), withFollowUps: isIngested(mailbox, now) };
  const due = room > 0 ? await takeDue(tx, mailingId, { until, limit: room, ...readState }) : [];
  if (due.length === 0) return 0;
  const context = await planningContextOf(tx, { mailing, mailbox, due, now });
  const outcomes = due.map((recipient) => decide(recipient, context));
  const planning = { companyId: mailing.company_id, mailboxId: mailbox.id, senderId: mailbox.user_id, now };
  for (const [step, group] of grouped(outcomes, (outcome) => outcome.step)) {
    const messages = group.flatMap((outcome) => outcome.message ?? []);
    if (step && messages.length > 0) await transitions.plan(tx, { ...planning, window: windowOf(step, context.zone) }, messages);
  }
  await saveDecisions(
    tx,
    outcomes.map((outcome) => outcome.decision),
  );
  await announceMailing(tx, mailing.company_id, [mailingId]);
  return due.length;
}
