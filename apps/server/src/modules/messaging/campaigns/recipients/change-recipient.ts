import { isMessenger } from '@headwater/domain/outreach/channels';
import { mailboxKey } from '@headwater/domain/identity/email';
import { normaliseAddress } from '@headwater/domain/mail/address';
import { telegramTextBounds } from '@headwater/domain/outreach/telegram';
import { storableText } from '@headwater/domain/storable-text';
import { templateBounds } from '@headwater/domain/outreach/templates';
import { variableName, variableNameProblem } from '@headwater/domain/outreach/variables';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { safeHtml } from '#platform/mail/safe-html.ts';
import { isOpenedAddress } from '#modules/profiles/public/addresses.ts';
import { announceMailing } from '../services.ts';
import { withdraw } from '../store/launch-classes.ts';
import { mailingsOfRecipients, removeRecipients, type RecipientChange, updateRecipient } from '../store/recipients.ts';
import { listDrafts, listSteps, saveDraft, type StepRow } from '../store/steps.ts';
import { type OwnRecipient, requireMailing, requireRecipient } from '../mailings/require-mailing.ts';
import { requireMayAdd } from './add-recipients.ts';
import { requireFreeAddress } from './one-per-address.ts';

interface DraftInput {
  template_id: number;
  subject?: string | null | undefined;
  body?: string | null | undefined;
}

export interface RecipientInput {
  id: number;
  email?: string | undefined;
  custom_data?: Record<string, string> | undefined;
  messages?: readonly DraftInput[] | undefined;
  now: Date;
}

function cleanData(data: Record<string, string>): string {
  const entries = Object.entries(data).map(([name, value]) => {
    const clean = variableName(name);
    if (variableNameProblem(clean)) throw new FieldErrors({ custom_data: 'variable_name' });
    return [clean, value];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

/**
 * A new address has not bounced: the recipient continues at the next launch, or now in a running
 * sequence.
 */
async function newAddress(
  tx: Tx,
  actor: Actor,
  { email, own: { recipient, mailing }, now }: { email: string; own: OwnRecipient; now: Date },
): Promise<RecipientChange> {
  const address = normaliseAddress(email);
  if (!address) throw new FieldErrors({ email: 'field_email' });
  const key = mailboxKey(address);
  await requireFreeAddress(tx, mailing.id, { actor, profileId: recipient.profile_id, emailKey: key });
  const reopens = recipient.ended === 'bounced' && key !== recipient.email_key;
  const begins = mailing.type === 'sequence' && mailing.status === 'sending' && !recipient.active;
  if (begins) requireMayAdd(actor, mailing);
  return {
    email: address,
    email_key: key,
    email_needs_opening: await isOpenedAddress(tx, actor, { profileId: recipient.profile_id, emailKey: key }),
    email_problem: null,
    ...(reopens ? { ended: null } : {}),
    ...(begins ? { active: true, launched_at: now, next_at: now } : {}),
  };
}

/** Messages by messenger are plain text. */
const cleanText = (body: string, { channel }: Pick<StepRow, 'channel'>): string =>
  isMessenger(channel) ? storableText(body).slice(0, telegramTextBounds.message) : safeHtml(body).slice(0, templateBounds.body);

async function saveDrafts(tx: Tx, { recipient }: OwnRecipient, messages: readonly DraftInput[]): Promise<void> {
  const steps = await listSteps(tx, [recipient.mailing_id]);
  const known = await listDrafts(tx, [recipient.id]);
  for (const [index, message] of messages.entries()) {
    const step = steps.find((one) => one.id === message.template_id);
    if (!step) throw new FieldErrors({ [`messages.${index}.template_id`]: 'mailing_template_unknown' });
    const before = known.find((draft) => draft.step === step.number);
    const body = message.body ? cleanText(message.body, step) : message.body;
    await saveDraft(
      tx,
      { companyId: recipient.company_id, recipientId: recipient.id, step: step.number },
      {
        subject: message.subject === undefined ? (before?.subject ?? null) : message.subject,
        body: body === undefined ? (before?.body ?? null) : body,
      },
    );
  }
}

/** MAIL-045. Withdraws messages planned with the old text; the planner creates them again. */
export async function changeRecipient(tx: Tx, actor: Actor, { id, now, ...input }: RecipientInput): Promise<OwnRecipient> {
  const own = await requireRecipient(tx, actor, { id, right: 'send', now });
  await withdraw(tx, { recipientIds: [id] }, now);
  const address = input.email === undefined ? {} : await newAddress(tx, actor, { email: input.email, own, now });
  await updateRecipient(tx, id, { ...address, ...(input.custom_data ? { custom_data: cleanData(input.custom_data) } : {}), now });
  if (input.messages) await saveDrafts(tx, own, input.messages);
  await announceMailing(tx, actor.company.id, [own.mailing.id]);
  return requireRecipient(tx, actor, { id, now });
}

export async function stopRecipient(tx: Tx, actor: Actor, { id, now }: { id: number; now: Date }): Promise<OwnRecipient> {
  const own = await requireRecipient(tx, actor, { id, right: 'change', now });
  if (own.recipient.ended !== null) throw new AppError('recipient_over');
  await withdraw(tx, { recipientIds: [id] }, now);
  await updateRecipient(tx, id, { ended: 'by_hand', now });
  await announceMailing(tx, actor.company.id, [own.mailing.id]);
  return requireRecipient(tx, actor, { id, now });
}

/** Continues after a stop. Overdue messages leave as soon as window and limits allow. */
export async function resumeRecipient(tx: Tx, actor: Actor, { id, now }: { id: number; now: Date }): Promise<OwnRecipient> {
  const own = await requireRecipient(tx, actor, { id, right: 'send', now });
  if (own.recipient.ended !== 'by_hand') throw new AppError('recipient_not_stopped');
  await updateRecipient(tx, id, { ended: null, next_at: own.recipient.active ? now : null, now });
  await announceMailing(tx, actor.company.id, [own.mailing.id]);
  return requireRecipient(tx, actor, { id, now });
}

/**
 * The caller locks the mailings. Planned messages are withdrawn, and sent ones stay in the history.
 */
export async function takeOut(
  tx: Tx,
  actor: Actor,
  out: { ids: readonly number[]; mailingIds: readonly number[]; now: Date },
): Promise<void> {
  await withdraw(tx, { recipientIds: out.ids }, out.now);
  await removeRecipients(tx, out.ids, { now: out.now });
  await announceMailing(tx, actor.company.id, out.mailingIds);
}

/** MAIL-046, SEQ-010. Skips unknown ids; throws not_found if none is left. */
export async function deleteRecipients(tx: Tx, actor: Actor, { ids, now }: { ids: readonly number[]; now: Date }): Promise<number[]> {
  const found = await mailingsOfRecipients(tx, ids);
  if (found.length === 0) throw new AppError('not_found');
  const mailingIds = [...new Set(found.map((row) => row.mailing_id))].toSorted((one, other) => one - other);
  for (const mailingId of mailingIds) await requireMailing(tx, actor, { id: mailingId, right: 'change' });
  const own = found.map((row) => row.id);
  await takeOut(tx, actor, { ids: own, mailingIds, now });
  return own;
}
