import { createHash } from 'node:crypto';
import { beginning, keepable } from '@headwater/domain/keepable';
import { addressKey } from '@headwater/domain/mail/address';
import { classifyIncoming } from '@headwater/domain/mail/classify';
import { ownText } from '@headwater/domain/mail/own-text';
import type { Verdict } from '@headwater/domain/mail/verdict';
import type { Tx } from '#platform/database/database.ts';
import { profilesByContact } from '#modules/profiles/public.ts';
import type { LetterPort } from '../letter-port.ts';
import type { IncomingMessage } from '../mailbox-port.ts';
import {
  type AnsweredMessage,
  findByAddress,
  findByMessageIds,
  keepIncoming,
  markBounced,
  markReplied,
  noteLeft,
} from '../store/incoming.ts';
import type { MailboxRow } from '../store/mailboxes.ts';
import { findSentMessage } from '../store/letters.ts';
import { insertEvent } from '../store/messages.ts';

const maxText = 20_000;

/** Bytes of a Message-ID that an index takes; RFC 5322 knows no longer line than 998. */
const longestKey = 500;
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** The Message-ID, or for mail without a usable one a hash of it or of what it says, so that reading twice keeps it once. */
function keyOf({ mail, receivedAt }: IncomingMessage): string {
  const { messageId } = mail;
  if (messageId === null) return digestOf(JSON.stringify([receivedAt, mail.from, mail.subject, mail.text]));
  return Buffer.byteLength(messageId) > longestKey || beginning(messageId, longestKey) !== messageId ? digestOf(messageId) : messageId;
}

/** Which sent message an incoming one is about: by thread, by the report's ids, which is to name it, else by any address of the person. */
async function answeredMessage(
  tx: Tx,
  mailbox: MailboxRow,
  { incoming, verdict }: { incoming: IncomingMessage; verdict: Verdict },
): Promise<{ message: AnsweredMessage; isNamed: boolean } | undefined> {
  const ids = [...new Set([...verdict.about, ...incoming.mail.inReplyTo, ...incoming.mail.references].map(keepable))];
  const byThread = ids.length > 0 ? await findByMessageIds(tx, mailbox, ids) : undefined;
  if (byThread) return { message: byThread, isNamed: true };
  const failed = verdict.kind === 'bounce' ? verdict.bounces.flatMap((bounce) => bounce.recipient ?? []) : [];
  const addresses = verdict.kind === 'bounce' ? failed : incoming.mail.from ? [incoming.mail.from.address] : [];
  for (const address of addresses) {
    const key = addressKey(keepable(address));
    const found = await findByAddress(tx, mailbox, { addressKey: key, profileIds: await profilesByContact(tx, 'email', key) });
    if (found) return { message: found, isNamed: false };
  }
  return undefined;
}

interface Effect {
  kind: 'reply' | 'auto_reply' | 'bounce' | 'complaint';
  text: string;
  apply(tx: Tx, messageId: number, heard: { at: Date; text: string }): Promise<unknown>;
  /** The address should not be written to any more. */
  unwelcome?: 'bounce' | 'complaint';
}

const nothing = async () => undefined;

/** What an incoming message does to the one that it is about, in a text that can be kept; undefined for mail that is none of our business. */
function effectOf(verdict: Verdict, incoming: IncomingMessage): Effect | undefined {
  const effect = rawEffectOf(verdict, incoming);
  return effect && { ...effect, text: beginning(effect.text, maxText) };
}

function rawEffectOf(verdict: Verdict, incoming: IncomingMessage): Effect | undefined {
  const { mail } = incoming;
  if (verdict.kind === 'reply')
    return { kind: 'reply', text: ownText(mail), apply: (tx, messageId, { at }) => markReplied(tx, messageId, at) };
  if (verdict.kind === 'auto_reply') return { kind: 'auto_reply', text: ownText(mail), apply: nothing };
  if (verdict.kind === 'complaint') {
    const isPersons = verdict.type !== 'auth-failure' && verdict.type !== 'not-spam';
    return { kind: 'complaint', text: verdict.type, apply: nothing, ...(isPersons ? { unwelcome: 'complaint' } : {}) };
  }
  if (verdict.kind !== 'bounce') return undefined;
  const [bounce] = verdict.bounces.filter((each) => each.final);
  if (!bounce) return undefined;
  return {
    kind: 'bounce',
    text: bounce.diagnostic,
    apply: (tx, messageId, { at, text }) => markBounced(tx, messageId, { at, detail: text }),
    ...(bounce.permanence === 'hard' ? { unwelcome: 'bounce' } : {}),
  };
}

/** Takes one incoming message in; returns the message that it changed, undefined where it is about none of ours or was heard before. */
export async function hear(
  tx: Tx,
  mailbox: MailboxRow,
  { incoming, letters }: { incoming: IncomingMessage; letters: Pick<LetterPort, 'noteUnwelcome'> },
): Promise<AnsweredMessage | undefined> {
  const verdict = classifyIncoming(incoming.mail);
  const effect = effectOf(verdict, incoming);
  const found = effect && (await answeredMessage(tx, mailbox, { incoming, verdict }));
  if (!effect || !found) return undefined;
  const { message: answered, isNamed } = found;
  const receivedAt = new Date(incoming.receivedAt);
  const isNew = await keepIncoming(tx, {
    mailbox,
    incomingKey: keyOf(incoming),
    messageId: answered.id,
    kind: effect.kind,
    fromAddress: beginning(incoming.mail.from?.address ?? '', 1000),
    subject: beginning(incoming.mail.subject, 1000),
    ownText: effect.text,
    receivedAt,
  });
  if (!isNew) return undefined;
  // An absence or a complaint that names no message may be about another one.
  if (isNamed || effect.kind === 'reply' || effect.kind === 'bounce') await noteLeft(tx, answered.id, receivedAt);
  await effect.apply(tx, answered.id, { at: receivedAt, text: effect.text });
  if (effect.unwelcome) {
    // Whatever address a report names: only the one that our letter went to.
    const email = (await findSentMessage(tx, answered.id))?.email;
    const { company_id: companyId } = mailbox;
    const unwelcome = { companyId, messageId: answered.id, reason: effect.unwelcome, source: 'hearing' as const, detail: effect.text };
    if (email) await letters.noteUnwelcome(tx, { ...unwelcome, email });
  }
  const type = effect.kind === 'reply' ? 'replied' : effect.kind;
  await insertEvent(tx, {
    companyId: mailbox.company_id,
    messageId: answered.id,
    type,
    happenedAt: receivedAt,
    text: beginning(effect.text, 500),
  });
  return answered;
}
