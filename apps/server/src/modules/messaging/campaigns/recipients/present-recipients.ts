import type { MailingRecipientView, RecipientMessageView } from '@headwater/contract/mailing-recipients';
import { isMessenger, type Reach, stepChannels, stepsFor, channelFor } from '@headwater/domain/outreach/channels';
import { nextOf } from '@headwater/domain/outreach/next-step';
import { moveIntoWindow, windowOf } from '@headwater/domain/outreach/schedule';
import { statusOf } from '@headwater/domain/outreach/message-status';
import { textForPerson } from '@headwater/domain/outreach/variants';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { findCompany } from '#modules/companies/public.ts';
import { leftAt, messageError } from '#modules/messaging/messages/public/planning.ts';
import { addressesOf, type ShownAddress, shownAddresses } from '#modules/profiles/public/addresses.ts';
import { findProfileCards, type ProfileCard } from '#modules/profiles/public.ts';
import { presentAttachment } from '#modules/messaging/templates/public.ts';
import { candidatesForMailing } from '#modules/vacancies/public.ts';
import { usesMessenger } from './reach.ts';
import { findPeople, listStepFiles, type StepFile } from '../store/mailings.ts';
import { eventsOfMessages, fullMessagesOf, type FullMessage, type MessageEventRow } from '../store/messages.ts';
import type { RecipientRow } from '../store/recipients.ts';
import { type DraftRow, listDrafts, listSteps, type StepRow } from '../store/steps.ts';

/** Messengers count as reaching until one reports a problem. */
const reachOf = (row: RecipientRow): Reach =>
  new Set(
    stepChannels.filter((channel) =>
      isMessenger(channel)
        ? row.messenger_problem === null
        : row.email !== '' && row.email_problem === null && row.suppression !== 'bounce',
    ),
  );

const stepsOf = (row: RecipientRow, { steps, messages }: { steps: readonly StepRow[]; messages: readonly FullMessage[] }) =>
  usesMessenger(steps) ? stepsFor(steps, reachOf(row), messages) : steps;

type Person = { id: number; first_name: string; last_name: string };

interface PresentContext {
  actor: Actor;
  now: Date;
  zone: string;
  steps: readonly StepRow[];
  drafts: readonly DraftRow[];
  files: readonly StepFile[];
  messages: readonly FullMessage[];
  events: readonly MessageEventRow[];
  people: readonly Person[];
  cards: readonly ProfileCard[];
  /**
   * Candidates in vacancies that the reader sees. A sequence may have more readers than a vacancy.
   */
  candidates: ReadonlySet<number>;
  usable: ReadonlyMap<number, string>;
  addressOf: (row: RecipientRow) => ShownAddress;
}

/** A sender knows the address. */
const hasWritten = ({ messages, actor }: PresentContext, recipientId: number) =>
  messages.some(
    (message) =>
      message.recipient_id === recipientId &&
      message.created_by === actor.userId &&
      message.state === 'sent' &&
      message.channel === 'email',
  );

const personOf = ({ people }: PresentContext, id: number | null) => people.find((one) => one.id === id) ?? null;

function presentPlanned(row: RecipientRow, message: FullMessage, context: PresentContext): RecipientMessageView {
  const { actor, now, files } = context;
  const redact = <Text extends string | null>(text: Text): Text =>
    message.created_by === actor.userId ? text : context.addressOf(row).redact(text);
  const known = statusOf(message, now);
  // MAIL-053: unsent messages of one recipient are pending, due or not.
  const status = known === 'planned' ? 'pending' : known;
  return {
    template_id: context.steps.find((step) => step.number === message.step && step.mailing_id === message.mailing_id)?.id ?? null,
    id: message.id,
    channel: message.channel,
    subject: message.subject,
    body: isMessenger(message.channel) ? message.body_text : message.html,
    is_personal: context.drafts.some((draft) => draft.recipient_id === message.recipient_id && draft.step === message.step),
    created_at: message.created_at.toISOString(),
    created_by: personOf(context, message.created_by),
    from: message.from_address === null ? null : { name: message.from_name ?? '', address: message.from_address },
    opened: message.opened_at !== null || message.replied_at !== null,
    replied: message.replied_at !== null,
    status,
    ...messageError(
      status === 'error' || status === 'soft_bounced'
        ? { state: message.state, error_reason: message.error_reason, error_detail: redact(message.error_detail) }
        : { error_reason: null, error_detail: null },
      actor.language,
    ),
    send_at: message.send_at.toISOString(),
    sent_at: leftAt(message)?.toISOString() ?? null,
    events: context.events
      .filter((event) => event.message_id === message.id)
      .map((event) => ({ type: event.type, timestamp: event.happened_at.toISOString(), text: redact(event.data.text ?? null) })),
    attachments: files
      .filter((file) => file.mailing_id === message.mailing_id && file.step === message.step)
      .map((file) => presentAttachment(file)),
  };
}

/**
 * MAIL-052, MAIL-053: a message that is not created yet: draft, pending in a running mailing, error
 * after a failed one.
 */
function presentUnplanned(
  row: RecipientRow,
  step: StepRow,
  { context, sendAt }: { context: PresentContext; sendAt: Date | null },
): RecipientMessageView {
  const own = context.drafts.filter((draft) => draft.recipient_id === row.id);
  const ofList = context.steps.filter((one) => one.mailing_id === row.mailing_id);
  const { subject, body } = textForPerson(step, { variant: row.variant, steps: ofList, own });
  const running = (row.mailing_status === 'sending' || row.mailing_status === 'pending') && row.active && row.ended === null;
  // SEND-027.
  const blocked =
    running && context.messages.some((message) => message.recipient_id === row.id && ['error', 'unknown'].includes(message.state));
  const status = blocked ? 'error' : running ? 'pending' : 'draft';
  return {
    template_id: step.id,
    id: null,
    channel: channelFor(step, reachOf(row)) ?? step.channel,
    subject,
    body,
    is_personal: own.some((draft) => draft.step === step.number),
    created_at: null,
    created_by: null,
    from: null,
    opened: false,
    replied: false,
    status,
    ...messageError({ error_reason: blocked ? 'previous_has_error' : null, error_detail: null }, context.actor.language),
    send_at: sendAt?.toISOString() ?? null,
    sent_at: null,
    events: [],
    attachments: context.files
      .filter((file) => file.mailing_id === row.mailing_id && file.step === step.number)
      .map((file) => presentAttachment(file)),
  };
}

interface Coming {
  step: number | undefined;
  at: Date | null;
}

/** SEQ-009: the next step of a recipient and its time, without further changes. */
function comingFor(row: RecipientRow, { messages, steps, zone, now }: PresentContext): Coming {
  const own = messages.filter((message) => message.recipient_id === row.id);
  const underway = own.find((message) => ['planned', 'claimed', 'handed_over'].includes(message.state));
  if (row.is_suppressed && underway?.state !== 'handed_over') return { step: undefined, at: null };
  if (underway) return { step: undefined, at: underway.send_at };
  const running = row.mailing_status === 'sending' || row.mailing_status === 'pending';
  if (!running || !row.active || row.ended !== null) return { step: undefined, at: null };
  const ofList = steps.filter((step) => step.mailing_id === row.mailing_id);
  const next = nextOf({
    steps: stepsOf(row, { steps: ofList, messages: own }),
    messages: own,
    launchedAt: row.launched_at ?? now,
    retry: row.retry,
    zone,
  });
  const step = next.kind === 'send' ? ofList.find((one) => one.number === next.step) : undefined;
  if (next.kind !== 'send' || !step) return { step: undefined, at: null };
  return { step: step.number, at: next.at > now ? next.at : moveIntoWindow(now, windowOf(step, zone)) };
}

function messagesOfRow(
  row: RecipientRow,
  { context, coming, whole }: { context: PresentContext; coming: Coming; whole: boolean },
): RecipientMessageView[] {
  const planned = context.messages.filter((message) => message.recipient_id === row.id);
  const shown = planned.map((message) => presentPlanned(row, message, context));
  // MAIL-054: unsent messages are hidden after a reply or another end.
  if (!whole || row.is_suppressed || (row.ended !== null && row.ended !== 'by_hand')) return shown;
  const steps = context.steps.filter((step) => step.mailing_id === row.mailing_id);
  const furthest = Math.max(
    -1,
    ...steps.filter((step) => planned.some((message) => message.step === step.number)).map((step) => step.position),
  );
  const ahead = stepsOf(row, { steps, messages: planned }).filter((step) => step.position > furthest);
  return [
    ...shown,
    ...ahead.map((step) => presentUnplanned(row, step, { context, sendAt: step.number === coming.step ? coming.at : null })),
  ];
}

const latest = (moments: readonly (Date | null)[]) =>
  moments.reduce<Date | null>((late, at) => (at && (!late || at > late) ? at : late), null);

/** Contacts that the reader opened are shown as open for any sender. */
function problemFor({ email, email_problem: problem }: RecipientRow, { isMasked, isUsable }: { isMasked: boolean; isUsable: boolean }) {
  if (isUsable) return null;
  return problem === 'contacts_closed' && email !== '' && !isMasked ? null : problem;
}

function presentRecipient(row: RecipientRow, context: PresentContext, whole: boolean): MailingRecipientView {
  const card = context.cards.find((one) => one.id === row.profile_id);
  const own = context.messages.filter((message) => message.recipient_id === row.id);
  const coming = comingFor(row, context);
  const usable = row.email === '' ? context.usable.get(row.profile_id) : undefined;
  const address = context.addressOf(row);
  const isMasked = usable === undefined && address.isMasked && !hasWritten(context, row.id);
  const activity = latest([
    row.added_at,
    ...own.flatMap((one) => [one.state === 'sent' ? one.sent_at : null, one.opened_at, one.replied_at, one.bounced_at]),
  ]);
  return {
    id: row.id,
    mailing_list_id: row.mailing_id,
    profile: {
      id: row.profile_id,
      name: card?.name ?? null,
      picture: card?.picture ?? null,
      title: card?.title ?? null,
      company: card?.company ?? null,
    },
    candidate_id: row.candidate_id !== null && context.candidates.has(row.candidate_id) ? row.candidate_id : null,
    custom_data: row.custom_data,
    email: isMasked ? address.email : (usable ?? row.email),
    email_is_masked: isMasked,
    messenger_problem: row.messenger_problem,
    email_problem: problemFor(row, { isMasked, isUsable: usable !== undefined }),
    status: row.status,
    status_changed_at: (latest([row.changed_at, row.status_changed_at]) ?? row.added_at).toISOString(),
    ended: row.ended,
    suppression: row.suppression,
    source: row.source,
    added_by: personOf(context, row.added_by),
    added_at: row.added_at.toISOString(),
    last_activity_at: (activity ?? row.added_at).toISOString(),
    messages_sent: row.sent,
    messages_total: context.steps.filter((step) => step.mailing_id === row.mailing_id).length,
    next_send_at: coming.at?.toISOString() ?? null,
    variant: row.variant,
    messages: messagesOfRow(row, { context, coming, whole }),
  };
}

async function usableAddresses(tx: Tx, actor: Actor, rows: readonly RecipientRow[]): Promise<Map<number, string>> {
  const profileIds = rows.filter((row) => row.email === '' && row.email_problem !== 'same_address').map((row) => row.profile_id);
  const known = [...(await addressesOf(tx, actor, profileIds))];
  return new Map(known.flatMap(([profileId, { email, isUsable }]) => (isUsable ? [[profileId, email]] : [])));
}

/**
 * Recipients for tables, with a fixed number of queries. `whole` adds messages that are not created
 * yet.
 */
export async function presentRecipients(
  tx: Tx,
  actor: Actor,
  { rows, now, whole = false }: { rows: readonly RecipientRow[]; now: Date; whole?: boolean },
): Promise<MailingRecipientView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const mailingIds = [...new Set(rows.map((row) => row.mailing_id))];
  const candidateIds = rows.flatMap((row) => row.candidate_id ?? []);
  const [company, steps, drafts, files, messages, events, cards, candidates] = await Promise.all([
    findCompany(tx, actor.company.id),
    listSteps(tx, mailingIds),
    listDrafts(tx, ids),
    listStepFiles(tx, mailingIds),
    fullMessagesOf(tx, ids),
    eventsOfMessages(tx, ids),
    findProfileCards(tx, [...new Set(rows.map((row) => row.profile_id))], actor),
    candidatesForMailing(tx, actor, { ids: candidateIds, profileIds: [], folderId: null }),
  ]);
  const people = await findPeople(tx, [
    ...new Set([...rows.map((row) => row.added_by ?? 0), ...messages.map((one) => one.created_by ?? 0)]),
  ]);
  const known = new Set(candidates.map(({ id }) => id));
  const context = {
    actor,
    now,
    zone: company?.time_zone ?? 'UTC',
    steps,
    drafts,
    files,
    messages,
    events,
    people,
    cards,
    candidates: known,
    usable: await usableAddresses(tx, actor, rows),
    addressOf: await shownAddresses(
      tx,
      actor,
      rows.map((row) => row.profile_id),
    ),
  };
  return rows.map((row) => presentRecipient(row, context, whole));
}
