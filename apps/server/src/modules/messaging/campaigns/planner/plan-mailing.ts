import { createHash, randomUUID } from 'node:crypto';
import { isMessenger, type StepChannel, stepsFor, channelFor } from '@headwater/domain/outreach/channels';
import { windowOf } from '@headwater/domain/outreach/schedule';
import type { VariableValues } from '@headwater/domain/outreach/variables';
import { telegramTextBounds } from '@headwater/domain/outreach/telegram';
import { minuteMs } from '@headwater/domain/time/durations';
import { textForPerson } from '@headwater/domain/outreach/variants';
import type { Tx } from '#platform/database/database.ts';
import { findCompany } from '#modules/companies/public.ts';
import { composeWith, personValues, senderValues } from '../mailings/compose.ts';
import { createTextFiller } from '../mailings/prepared-text.ts';
import { composeText, htmlOfText } from '../mailings/compose-messenger.ts';
import { messengersOf, reachOf, type Ways, waysBy } from '../recipients/reach.ts';
import { findSettings, ingestedSince, isIngested, type MailboxRow, shareMailbox } from '#modules/messaging/channels/public.ts';
import { listUnread, type PlannedMessage, transitions } from '#modules/messaging/messages/public/planning.ts';
import { findListed } from '#modules/profiles/public.ts';
import { activeCandidateIds, vacancyName } from '#modules/vacancies/public.ts';
import { announceMailing } from '../services.ts';
import { grouped } from '#platform/grouped.ts';
import { decideNext, horizon, type MailingProgress } from './next-decision.ts';
import type { PlannerServices } from './planner-services.ts';
import { type Decision, type DueRecipient, countWaiting, shareLockRunning, messagesOf, saveDecisions, takeDue } from '../store/planning.ts';
import { type DraftRow, listDrafts, listSteps, type StepRow } from '../store/steps.ts';

export const batch = 250;
/** Due messages per mailbox. A limited mailbox would keep more waiting for days. */
const waiting = { limited: 20, unlimited: 2000 };

/** Delay of a recipient while replies may be missing. */
const replyCheckDelay = minuteMs;

interface PlanningContext extends MailingProgress {
  drafts: readonly DraftRow[];
  people: ReadonlyMap<number, VariableValues>;
  sender: VariableValues;
  signature: string;
  vacancy: string | null;
  mailbox: MailboxRow;
  /** Undefined if all steps are e-mails. */
  ways: Ways | undefined;
  unread: { has(recipientId: number): boolean };
  fill: ReturnType<typeof createTextFiller>;
}

type Outcome = { decision: Decision; message?: PlannedMessage; step?: StepRow };

function textFor(
  recipient: DueRecipient,
  step: StepRow,
  { context: { drafts, steps }, asEmail }: { context: PlanningContext; asEmail: boolean },
) {
  const own = drafts.filter((draft) => draft.recipient_id === recipient.id);
  return textForPerson(step, { variant: recipient.variant, steps, own, asEmail });
}

/**
 * Deterministic message id, so that a restored copy finds messages of the original. A retry is a
 * new message.
 */
const nameOf = (recipient: DueRecipient, step: StepRow) =>
  recipient.retry ? randomUUID() : createHash('sha256').update(`${recipient.message_key} ${step.number}`).digest('hex').slice(0, 32);

interface Made {
  step: StepRow;
  way: StepChannel | undefined;
  sendAt: Date;
}

const shared = (recipient: DueRecipient, { step, sendAt }: Made) => ({ recipientId: recipient.id, step: step.number, sendAt });

const knownOf = (recipient: DueRecipient, { people, sender, vacancy }: PlanningContext): VariableValues => ({
  ...people.get(recipient.profile_id),
  ...sender,
  VACANCY: vacancy,
  ...recipient.custom_data,
});

/** A text with an empty variable fails with the name of the variable. */
const holeIn = (empty: string | undefined): PlannedMessage['error'] => (empty ? { reason: 'bad_request', detail: `{{${empty}}}` } : null);

function emailFor(recipient: DueRecipient, made: Made, context: PlanningContext): PlannedMessage {
  const { step } = made;
  const { signature, mailbox } = context;
  const text = textFor(recipient, step, { context, asEmail: true });
  const body = step.channel === 'email' ? text.body : htmlOfText(text.body);
  const composed = composeWith({ ...text, body, signature }, knownOf(recipient, context), context.fill);
  return {
    ...shared(recipient, made),
    messageId: `<${nameOf(recipient, step)}@${mailbox.address.split('@')[1] ?? 'localhost'}>`,
    subject: composed.subject,
    html: composed.html,
    text: composed.text,
    domain: recipient.email_key.split('@')[1] ?? '',
    by: null,
    variant: step.subject_b === null ? null : recipient.variant,
    error: holeIn(composed.emptyVariables[0]),
    needsSentCheck: recipient.must_check_sent && !recipient.retry,
  };
}

function messengerTextFor(recipient: DueRecipient, made: Made, context: PlanningContext): PlannedMessage {
  const { step, way } = made;
  const { text, emptyVariables } = composeText(textFor(recipient, step, { context, asEmail: false }), knownOf(recipient, context));
  const reach = way && context.ways?.get(way)?.get(recipient.id);
  const refused = (): PlannedMessage['error'] => {
    if (!reach) return { reason: 'unreachable', detail: recipient.messenger_problem ? `telegram_${recipient.messenger_problem}` : '' };
    if (reach.isSuppressed) return { reason: 'unsunscribed', detail: 'telegram_suppressed' };
    if (text.length > telegramTextBounds.message) return { reason: 'bad_request', detail: 'telegram_text_long' };
    return holeIn(emptyVariables[0]);
  };
  return {
    ...shared(recipient, made),
    // The channel derives its idempotency key from this name, so that a message is accepted once.
    messageId: `<${nameOf(recipient, step)}@${step.channel}>`,
    subject: '',
    html: htmlOfText(text),
    text,
    domain: '',
    by: way && reach ? { channel: way, accountId: reach.accountId, address: reach.address } : null,
    variant: null,
    error: refused(),
    needsSentCheck: false,
  };
}

const unreachable = (recipient: DueRecipient, made: Made, context: PlanningContext): PlannedMessage => ({
  ...emailFor(recipient, made, context),
  error: { reason: 'unreachable', detail: '' },
  needsSentCheck: false,
});

function messageFor(recipient: DueRecipient, made: Made, context: PlanningContext): PlannedMessage {
  if (made.way === 'email') return emailFor(recipient, made, context);
  return isMessenger(made.step.channel) ? messengerTextFor(recipient, made, context) : unreachable(recipient, made, context);
}

function decide(recipient: DueRecipient, context: PlanningContext): Outcome {
  const messages = context.messages.get(recipient.id) ?? [];
  const reach = context.ways && reachOf(context.ways, recipient.id);
  const steps = reach ? stepsFor(context.steps, reach, messages) : context.steps;
  const { decision, due } = decideNext(recipient, { ...context, steps });
  if (!due) return { decision };
  if (context.unread.has(recipient.id)) return { decision: { ...decision, nextAt: new Date(context.now.getTime() + replyCheckDelay) } };
  // A recipient without an address stays behind after the messenger steps are removed.
  const way = reach ? channelFor(due.step, reach) : recipient.email === '' ? undefined : 'email';
  const message = messageFor(recipient, { ...due, way }, context);
  // A suppressed recipient is due again, so that the mailing ends.
  const isOver = message.error?.reason === 'unsunscribed';
  return { decision: isOver ? { ...decision, nextAt: context.now } : decision, message, step: due.step };
}

interface Work {
  mailing: { id: number; company_id: number; folder_id: number | null; telegram_account_id: number | null };
  mailbox: MailboxRow;
  due: readonly DueRecipient[];
  now: Date;
}

type Reaching = Pick<PlanningContext, 'ways' | 'unread'>;

async function reachingOf(
  tx: Tx,
  services: Pick<PlannerServices, 'channels' | 'findActor'>,
  { work: { mailing, mailbox, due, now }, steps }: { work: Work; steps: readonly StepRow[] },
): Promise<Reaching> {
  const unread = await listUnread(
    tx,
    due.map(({ id }) => id),
  );
  const messengers = messengersOf(steps);
  if (messengers.length === 0) return { ways: undefined, unread };
  const sender = await services.findActor(tx, mailbox.user_id);
  const whom = { companyId: mailing.company_id, sender, accountId: mailing.telegram_account_id, now };
  const byEmail = await waysBy(tx, services, { by: ['email'], whom: { ...whom, people: due } });
  const people = due.filter((recipient) => recipient.messenger_problem === null);
  return { ways: new Map([...byEmail, ...(await waysBy(tx, services, { by: messengers, whom: { ...whom, people } }))]), unread };
}

async function planningContextOf(tx: Tx, services: PlannerServices, work: Work): Promise<PlanningContext> {
  const { mailing, mailbox, due, now } = work;
  const ids = due.map((recipient) => recipient.id);
  const [company, steps, drafts, profiles, rows, living, settings, sender, vacancy] = await Promise.all([
    findCompany(tx, mailing.company_id),
    listSteps(tx, [mailing.id]),
    listDrafts(tx, ids),
    findListed(tx, [...new Set(due.map((recipient) => recipient.profile_id))]),
    messagesOf(tx, ids),
    activeCandidateIds(
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
    fill: createTextFiller(),
    ...(await reachingOf(tx, services, { work, steps })),
  };
}

/** Returns the number of recipients. */
export async function planMailing(tx: Tx, mailingId: number, services: PlannerServices): Promise<number> {
  const mailing = await shareLockRunning(tx, mailingId);
  const mailbox = mailing?.sender_id ? await shareMailbox(tx, mailing.sender_id) : undefined;
  if (!mailing || mailbox?.state !== 'connected') return 0;
  // Without a sender no messenger reaches anybody, and the recipients would be finished.
  if (!(await services.findActor(tx, mailbox.user_id))) return 0;
  const now = services.clock.now();
  const until = new Date(now.getTime() + horizon);
  const allowed = mailbox.daily_limit === null && mailbox.gap_seconds === 0 ? waiting.unlimited : waiting.limited;
  const room = Math.min(batch, allowed - (await countWaiting(tx, mailbox.id, until)));
  const readState = { mailboxId: mailbox.id, ingestedSince: ingestedSince(now), withFollowUps: isIngested(mailbox, now) };
  const due = room > 0 ? await takeDue(tx, mailingId, { until, limit: room, ...readState }) : [];
  if (due.length === 0) return 0;
  const context = await planningContextOf(tx, services, { mailing, mailbox, due, now });
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
