import { createHash } from 'node:crypto';
import { beginning, storableText } from '@headwater/domain/storable-text';
import { subjectOf } from '@headwater/domain/mail/smtp-refusal';
import { baseSubject } from '@headwater/domain/mail/subject';
import { mailboxKey } from '@headwater/domain/identity/email';
import type { Bounce } from '@headwater/domain/mail/incoming-verdict';
import type { Tx } from '#platform/database/database.ts';
import type { ReadMail } from '#platform/mail/reading/read-mail.ts';
import {
  type Bounced,
  confirmMessage,
  findAnsweredByMail,
  type MailWriter,
  recordBounce,
  recordPersonWrote,
  recordMessageRefusal,
  recordSoftBounce,
  recordReply,
} from '#modules/messaging/campaigns/public/outcomes.ts';
import {
  type AnsweredMessage,
  assigneesOf,
  findByAddress,
  findByIncomingIds,
  findByMessageIds,
  saveIncoming,
  markUnread,
  putBackForAll,
} from '#modules/messaging/messages/public/incoming.ts';
import { findSentMessage, insertEvent, notBeforeSent } from '#modules/messaging/messages/public.ts';
import type { OutboundPolicy } from '#modules/messaging/messages/public/sending.ts';
import { raiseNotice } from '#modules/notices/public.ts';
import { recordAddressCheck } from '#modules/profiles/public/addresses.ts';
import { profilesByContact } from '#modules/profiles/public/contacts.ts';
import type { MailboxRow } from '#modules/messaging/channels/public.ts';

const maxText = 20_000;

/** Index limit in bytes; lines in RFC 5322 have at most 998. */
const longestKey = 500;
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

function keyOf({ messageId, digest }: ReadMail): string {
  if (messageId === null) return digest;
  return Buffer.byteLength(messageId) > longestKey || beginning(messageId, longestKey) !== messageId ? digestOf(messageId) : messageId;
}

interface Answered {
  message: AnsweredMessage;
  isNamed: boolean;
  writer?: MailWriter;
}

const answersSubject = (subject: string, sent: string): boolean =>
  baseSubject(subject) !== '' && baseSubject(subject) === baseSubject(sent) && baseSubject(subject) !== subject.trim().toLowerCase();

/** Finds the message by ids of the thread or report, else by an address of the person. */
async function answeredMessage(
  tx: Tx,
  mailbox: MailboxRow,
  { mail: { verdict, from, subject, inReplyTo, references }, receivedAt }: { mail: ReadMail; receivedAt: Date },
): Promise<Answered | undefined> {
  const ids = [...new Set([...verdict.about, ...inReplyTo, ...references].map(storableText))];
  const byThread = ids.length > 0 ? ((await findByMessageIds(tx, mailbox, ids)) ?? (await findByIncomingIds(tx, mailbox, ids))) : undefined;
  if (byThread) return { message: byThread, isNamed: true };
  if (verdict.kind === 'other' && !verdict.isList) return undefined;
  const failed = verdict.kind === 'bounce' ? verdict.bounces.flatMap((bounce) => bounce.recipient ?? []) : [];
  const addresses = verdict.kind === 'bounce' ? failed : from ? [from.address] : [];
  for (const address of addresses) {
    const key = mailboxKey(storableText(address));
    const whom = { addressKey: key, profileIds: await profilesByContact(tx, 'email', key) };
    const byMail = await findByAddress(tx, mailbox, whom);
    const writer = { ...whom, companyId: mailbox.company_id, userId: mailbox.user_id };
    if (verdict.kind === 'other')
      return byMail && answersSubject(subject, byMail.subject) ? { message: byMail, isNamed: false, writer } : undefined;
    if (verdict.kind !== 'reply') {
      if (byMail) return { message: byMail, isNamed: false };
      continue;
    }
    const message = byMail ?? (await messageByMessenger(tx, writer, receivedAt));
    if (message) return { message, isNamed: false, writer };
  }
  return undefined;
}

async function messageByMessenger(tx: Tx, writer: MailWriter, receivedAt: Date): Promise<AnsweredMessage | undefined> {
  const id = await findAnsweredByMail(tx, writer, receivedAt);
  return id === undefined ? undefined : findSentMessage(tx, id);
}

interface Effect {
  kind: 'reply' | 'auto_reply' | 'bounce' | 'complaint' | 'other';
  event?: 'soft_bounce';
  text: string;
  apply(tx: Tx, messageId: number, bounced: Bounced): Promise<unknown>;
  suppression?: 'bounce' | 'complaint';
}

const nothing = async () => undefined;

function effectOf(mail: ReadMail, isNamed: boolean): Effect | undefined {
  const effect = rawEffectOf(mail) ?? (isNamed ? otherOf(mail) : undefined);
  return effect && { ...effect, text: beginning(effect.text, maxText) };
}

/** Notices, receipts and delivery warnings are only shown in the thread. */
const otherOf = ({ verdict, ownText }: ReadMail): Effect => ({
  kind: 'other',
  text: verdict.kind === 'bounce' ? (verdict.bounces[0]?.diagnostic ?? '') : ownText,
  apply: nothing,
});

function rawEffectOf({ verdict, ownText }: ReadMail): Effect | undefined {
  // In our thread, list headers do not identify the writer.
  if (verdict.kind === 'reply' || (verdict.kind === 'other' && verdict.isList)) return { kind: 'reply', text: ownText, apply: nothing };
  if (verdict.kind === 'auto_reply') return { kind: 'auto_reply', text: ownText, apply: nothing };
  if (verdict.kind === 'complaint') {
    const isPersons = verdict.type !== 'auth-failure' && verdict.type !== 'not-spam';
    return { kind: 'complaint', text: verdict.type, apply: nothing, ...(isPersons ? { suppression: 'complaint' } : {}) };
  }
  if (verdict.kind !== 'bounce') return undefined;
  const [bounce] = verdict.bounces.filter((each) => each.final);
  if (!bounce) return undefined;
  if (bounce.permanence === 'hard') return { kind: 'bounce', text: bounce.diagnostic, apply: recordBounce, suppression: 'bounce' };
  return { kind: 'bounce', event: 'soft_bounce', text: bounce.diagnostic, apply: softBounceOf(bounce) };
}

/** Refusals of content or sender are permanent; other soft bounces may pass. */
function softBounceOf({ reason, status }: Bounce): Effect['apply'] {
  const subject = subjectOf(reason, status);
  if (subject === 'too_large') return (tx, messageId, bounced) => recordMessageRefusal(tx, messageId, { ...bounced, reason: 'too_large' });
  if (subject === 'sender' || subject === 'content') {
    return (tx, messageId, bounced) => recordMessageRefusal(tx, messageId, { ...bounced, reason: 'unexpected' });
  }
  return recordSoftBounce;
}

/** A reply that names no message does not confirm the address, which may differ. */
function checkOf({ kind, suppression }: Effect, isNamed: boolean): 'bounce' | 'answer' | undefined {
  if (kind === 'bounce') return suppression === 'bounce' ? 'bounce' : undefined;
  return (kind === 'reply' || kind === 'auto_reply') && isNamed ? 'answer' : undefined;
}

interface ReplyTo {
  answered: AnsweredMessage;
  key: string;
  at: Date;
  now: Date;
}

/** Tells the owner of the mailbox and the assignee of the conversation. */
async function notifyOfReply(tx: Tx, { company_id: companyId, user_id: ownerId }: MailboxRow, { answered, key, at, now }: ReplyTo) {
  const { profile_id: profileId, id: objectId } = answered;
  const assignee = (await assigneesOf(tx, companyId, [profileId])).get(profileId);
  for (const userId of new Set([ownerId, assignee?.id ?? ownerId])) {
    await raiseNotice(tx, { companyId, userId, about: { kind: 'reply', channel: 'email' }, key, profileId, objectId, now });
    await markUnread(tx, { companyId, userId, profileId }, at);
  }
}

interface Applying {
  answered: AnsweredMessage;
  isNamed: boolean;
  effect: Effect;
  receivedAt: Date;
  now: Date;
}

/** Returns the recorded time. Mail dates have whole seconds, so that a reply may seem older than its message. */
async function applyEffect(
  tx: Tx,
  { id: mailboxId, company_id: companyId }: MailboxRow,
  { answered: { id: messageId }, isNamed, effect, receivedAt, now }: Applying,
): Promise<Date> {
  const text = beginning(effect.text, 500);
  if (effect.kind === 'reply') return recordReply(tx, { companyId, messageId, receivedAt, text });
  // An absence or complaint without a reference may concern another message.
  if (isNamed || effect.kind === 'bounce') await confirmMessage(tx, messageId, receivedAt);
  const at = await notBeforeSent(tx, messageId, receivedAt);
  await effect.apply(tx, messageId, { at, now, detail: effect.text, mailboxId });
  await insertEvent(tx, { companyId, messageId, type: effect.event ?? effect.kind, happenedAt: at, text });
  return at;
}

/** Returns the changed message; undefined if the mail is unrelated or was read before. */
export async function ingest(
  tx: Tx,
  mailbox: MailboxRow,
  { mail, receivedAt, policy, now }: { mail: ReadMail; receivedAt: Date; policy: Pick<OutboundPolicy, 'suppress'>; now: Date },
): Promise<AnsweredMessage | undefined> {
  const found = await answeredMessage(tx, mailbox, { mail, receivedAt });
  const effect = found && effectOf(mail, found.isNamed);
  if (!effect) return undefined;
  const { message: answered, isNamed, writer } = found;
  const incomingKey = keyOf(mail);
  const isNew = await saveIncoming(tx, {
    mailbox,
    incomingKey,
    messageId: answered.id,
    kind: effect.kind,
    fromAddress: beginning(mail.from?.address ?? '', 1000),
    subject: beginning(mail.subject, 1000),
    ownText: effect.text,
    receivedAt,
  });
  if (!isNew) return undefined;
  const at = await applyEffect(tx, mailbox, { answered, isNamed, effect, receivedAt, now });
  const sent = await findSentMessage(tx, answered.id);
  const foundBy = checkOf(effect, isNamed);
  if (sent && foundBy)
    await recordAddressCheck(tx, { companyId: mailbox.company_id, profileId: sent.profile_id, email: sent.email, foundBy, at });
  if (effect.suppression) {
    // Suppresses only the address of our message, whatever the report names.
    const email = sent?.email;
    const { company_id: companyId } = mailbox;
    const suppression = { companyId, messageId: answered.id, reason: effect.suppression, source: 'inbound' as const, detail: effect.text };
    if (email) await policy.suppress(tx, { ...suppression, email });
  }
  if (writer) await recordPersonWrote(tx, { ...writer, at });
  if (effect.kind === 'reply') {
    await putBackForAll(tx, { companyId: mailbox.company_id, profileId: answered.profile_id });
    await notifyOfReply(tx, mailbox, { answered, key: incomingKey, at, now });
  }
  return answered;
}
