import { mailboxKey } from '@headwater/domain/identity/email';
import { normaliseAddress } from '@headwater/domain/mail/address';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { isOfCommonBase, shownAddresses } from '#modules/profiles/public.ts';
import { findMessage, listReplies, mayReadMessage, type MessageReader, type MessageRow } from '../store/messages.ts';
import { addressFor } from './list-messages.ts';

/** As many Message-IDs as the headers of a message name. */
const longestThread = 20;

/** The message that another one goes on from. */
export interface Earlier {
  /** Message-IDs of the thread: what the message goes on itself, the message, and what came back for it, as far as that has one. The oldest first. */
  threadIds: string[];
  /** Whoever replied to it last; where nobody did, where it went. Masked: closed to whoever goes on from it. */
  answered: { email: string; isMasked: boolean };
  /** Addresses that the reader of the message knows from it and from what came back, by key. */
  known: ReadonlySet<string>;
  row: MessageRow;
}

interface EarlierInput {
  profile_id: number;
  reply_to: number;
}

/** Throws where the reader may not see the message, or it was written to another person. */
export async function requireEarlier(
  tx: Tx,
  reader: MessageReader,
  { profile_id: profileId, reply_to: id }: EarlierInput,
): Promise<Earlier> {
  const row = await findMessage(tx, id);
  const isSeen = row !== undefined && (await mayReadMessage(tx, row, reader));
  if (!isSeen || row.profile_id !== profileId) throw new FieldErrors({ reply_to: 'not_found' });
  const replies = (await listReplies(tx, id)).filter(({ kind }) => kind === 'reply');
  const address = addressFor(row, reader.actor, await shownAddresses(tx, reader.actor, [profileId]));
  const senders = replies.map((reply) => ({
    email: reply.from_address,
    isMasked: address.redact(reply.from_address) !== reply.from_address,
  }));
  const to = { email: row.email, isMasked: address.isMasked };
  const last = senders.at(-1);
  const writtenFrom = last && normaliseAddress(last.email);
  const keys = replies.map((reply) => reply.incoming_key).filter((key) => /^<[^<>\s]+>$/.test(key));
  return {
    // No mail program knows a message by Telegram.
    threadIds: [...row.reply_ids, ...(row.channel === 'email' ? [row.message_id] : []), ...keys].slice(-longestThread),
    answered: last && writtenFrom ? { email: writtenFrom, isMasked: last.isMasked } : to,
    known: new Set([to, ...senders].flatMap(({ email, isMasked }) => (isMasked ? [] : [mailboxKey(email)]))),
    row,
  };
}

/** Whether others must open contacts for an address that is known from the message: it went there from opened ones, or came from one of the common base. */
export async function needsOpening(tx: Tx, { row, known }: Earlier, emailKey: string): Promise<boolean> {
  if (!known.has(emailKey)) return false;
  if (emailKey === mailboxKey(row.email)) return row.email_needs_opening;
  return isOfCommonBase(tx, { profileId: row.profile_id, emailKey });
}
