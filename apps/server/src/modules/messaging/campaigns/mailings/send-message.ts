import { randomUUID } from 'node:crypto';
import { mailboxKey } from '@headwater/domain/identity/email';
import { normaliseAddress } from '@headwater/domain/mail/address';
import type { CustomVariable } from '@headwater/domain/outreach/variables';
import type { MessageKey } from '@headwater/contract/errors';
import type { SuppressionReason } from '@headwater/domain/outreach/suppression';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { requireMessageFiles } from '#modules/files/public.ts';
import { isOpenedAddress } from '#modules/profiles/public/addresses.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import { viewContacts } from '#modules/profiles/public/contacts.ts';
import { type Earlier, markRead, needsOpening, requireEarlier } from '#modules/messaging/messages/public/planning.ts';
import { findMessage, hasReplied, insertEvent, type MessageRow, readerOf, transitions } from '#modules/messaging/messages/public.ts';
import type { OutboundPolicy } from '#modules/messaging/messages/public/sending.ts';
import { attachToMailing } from '../store/files.ts';
import { findByRequestKey, insertSingle } from '../store/single-messages.ts';
import { shareMailbox, there } from '#modules/messaging/channels/public.ts';
import { compose, draftOf } from './compose.ts';

interface CandidateOfMessage {
  id: number;
  profileId: number;
  folderId: number;
  folderName: string;
}

export interface SendServices {
  database: Database;
  clock: Clock;
  policy: OutboundPolicy;
  findCandidate(tx: Tx, actor: Actor, candidateId: number): Promise<CandidateOfMessage | undefined>;
  announce(tx: Tx, message: { companyId: number; userId: number | null; profileId: number; messageId: number }): Promise<void>;
}

export interface SendInput {
  profile_id: number;
  candidate_id?: number | undefined;
  email?: string | undefined;
  subject: string;
  body: string;
  custom_variables?: readonly CustomVariable[] | undefined;
  request_key: string;
  send_at?: string | undefined;
  attachment_ids?: readonly number[] | undefined;
  reply_to?: number | undefined;
}

const refusals: Record<SuppressionReason, MessageKey> = {
  unsubscribed: 'address_unsubscribed',
  bounce: 'address_bounced',
  complaint: 'address_complaint',
  manual: 'address_suppressed',
};

/** The typed address, else that of the answered message, else the first valid open one. */
async function chooseAddress(
  tx: Tx,
  actor: Actor,
  { input, earlier }: { input: SendInput; earlier: Earlier | undefined },
): Promise<string> {
  if (input.email !== undefined) {
    const address = normaliseAddress(input.email);
    if (!address) throw new FieldErrors({ email: 'field_email' });
    return address;
  }
  if (earlier?.answered.isMasked) throw new FieldErrors({ email: 'contacts_closed' });
  if (earlier) return earlier.answered.email;
  const { rows, opened } = await viewContacts(tx, actor, input.profile_id);
  const usable = rows.filter((row) => row.type === 'email' && row.is_valid);
  const [first] = usable.filter((row) => opened || row.company_id !== null);
  if (!first) throw new FieldErrors({ email: usable.length > 0 ? 'contacts_closed' : 'no_email' });
  return normaliseAddress(first.value) ?? first.value;
}

/** Stores the intent to send one message. The same request_key returns the same message. */
export async function sendMessage(
  { database, clock, findCandidate, announce, policy }: SendServices,
  actor: Actor,
  input: SendInput,
): Promise<MessageRow> {
  return database.inCompany(actor.company.id, async (tx) => {
    await requireProfile(tx, input.profile_id);
    const mailbox = there(await shareMailbox(tx, actor.userId));
    const candidate = input.candidate_id === undefined ? undefined : await findCandidate(tx, actor, input.candidate_id);
    if (input.candidate_id !== undefined && candidate?.profileId !== input.profile_id) throw new FieldErrors({ candidate_id: 'not_found' });
    const reader = readerOf(actor);
    const earlier = input.reply_to === undefined ? undefined : await requireEarlier(tx, reader, { ...input, reply_to: input.reply_to });
    const email = await chooseAddress(tx, actor, { input, earlier });
    const emailKey = mailboxKey(email);
    const suppression = (await policy.suppressed(tx, actor.company.id, [{ email, profileId: input.profile_id }])).get(email);
    if (suppression) throw new FieldErrors({ email: refusals[suppression] });
    const files = await requireMessageFiles(tx, actor, input.attachment_ids ?? []);
    const draft = await draftOf(tx, actor, { input, vacancy: candidate?.folderName ?? null });
    const composed = await compose(tx, actor, { draft, mailbox });
    const [empty] = composed.emptyVariables;
    if (empty)
      throw new FieldErrors({
        [input.subject.includes(`{{${empty}}}`) ? 'subject' : 'body']: { key: 'variable_empty', parts: { name: empty } },
      });
    if (!composed.text && !composed.html.includes('<img')) throw new FieldErrors({ body: 'field_empty' });
    const now = clock.now();
    const sendAt = input.send_at ? new Date(input.send_at) : now;
    const owner = { companyId: actor.company.id, createdBy: actor.userId };
    const recipientId = await insertSingle(tx, {
      ...owner,
      requestKey: input.request_key,
      profileId: input.profile_id,
      candidateId: candidate?.id ?? null,
      folderId: candidate?.folderId ?? null,
      email,
      emailKey,
      needsOpening:
        (await isOpenedAddress(tx, actor, { profileId: input.profile_id, emailKey })) ||
        (earlier !== undefined && (await needsOpening(tx, earlier, emailKey))),
      subject: composed.subject,
    });
    const planned = {
      ...owner,
      mailboxId: mailbox.id,
      messageId: `<${randomUUID()}@${mailbox.address.split('@')[1] ?? 'localhost'}>`,
      subject: composed.subject,
      html: composed.html,
      text: composed.text,
      sendAt: sendAt > now ? sendAt : now,
      replyIds: earlier?.threadIds ?? [],
      isAnswer: await hasReplied(tx, input.profile_id),
    };
    const id = recipientId === undefined ? undefined : await transitions.planSingle(tx, { ...planned, recipientId });
    const messageId = id ?? (await findByRequestKey(tx, actor.userId, input.request_key));
    const message = messageId === undefined ? undefined : await findMessage(tx, messageId);
    if (!message) throw new Error('a message that was just kept is gone');
    if (id !== undefined) {
      await attachToMailing(tx, { id: message.mailing_id, companyId: actor.company.id }, files);
      await insertEvent(tx, { companyId: actor.company.id, messageId: id, type: 'planned', happenedAt: now });
      await markRead(tx, { companyId: actor.company.id, userId: actor.userId, profileId: input.profile_id }, now);
      await announce(tx, { companyId: actor.company.id, userId: actor.userId, profileId: input.profile_id, messageId: id });
    }
    return message;
  });
}
