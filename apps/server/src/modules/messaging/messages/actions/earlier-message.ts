import { mailboxKey } from '@headwater/domain/identity/email';
import { normaliseAddress } from '@headwater/domain/mail/address';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { isOfCommonBase, shownAddresses } from '#modules/profiles/public/addresses.ts';
import { findMessage, listReplies, mayReadMessage, type MessageReader, type MessageRow } from '../store/messages.ts';
import { addressFor } from './list-messages.ts';

const longestThread = 20;

export interface Earlier {
  /**
   * Message-IDs of the thread, oldest first: earlier messages, the message, and its replies with an
   * id.
   */
  threadIds: string[];
  /** The last writer, else the recipient. `isMasked`: closed to the reader. */
  answered: { email: string; isMasked: boolean };
  known: ReadonlySet<string>;
  row: MessageRow;
}

interface EarlierInput {
  profile_id: number;
  reply_to: number;
}

/** Throws if the reader may not see the message or it went to another person. */
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
    // Mail programs have no ids of Telegram messages.
    threadIds: [...row.reply_ids, ...(row.channel === 'email' ? [row.message_id] : []), ...keys].slice(-longestThread),
    answered: last && writtenFrom ? { email: writtenFrom, isMasked: last.isMasked } : to,
    known: new Set([to, ...senders].flatMap(({ email, isMasked }) => (isMasked ? [] : [mailboxKey(email)]))),
    row,
  };
}

/**
 * Whether others must open contacts for this address: it came from opened contacts, or is in the
 * common base.
 */
export async function needsOpening(tx: Tx, { row, known }: Earlier, emailKey: string): Promise<boolean> {
  if (!known.has(emailKey)) return false;
  if (emailKey === mailboxKey(row.email)) return row.email_needs_opening;
  return isOfCommonBase(tx, { profileId: row.profile_id, emailKey });
}
