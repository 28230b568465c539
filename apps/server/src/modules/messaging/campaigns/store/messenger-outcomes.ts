import { type RawBuilder, sql } from 'kysely';
import type { SendWindow } from '@headwater/domain/time/send-window';
import { isUnreadAtTelegram, type MessengerProblem, writtenAs } from '#modules/messaging/messages/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { MailingTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MailingTables>();

export interface Leaving {
  /** The mailing runs, and nothing has ended it for the recipient. */
  is_wanted: boolean;
  /** An answer to what went before may wait to be heard of. */
  is_unread: boolean;
  /** Its mailing was launched, and the launch can be undone until then. */
  undo_until: Date | null;
  send_window: SendWindow | null;
  resent: boolean;
}

/**
 * What says whether a message may leave at this moment. With `holds` its recipient is held until the transaction ends: an answer that is being kept
 * meanwhile is waited for. Whoever asks so holds its dialog before. E-mails of the mailing are asked about as the planner does: of a mailbox that was read since then all answers are known, and what was sent before a
 * person launched the mailing again, from another mailbox than that of its sender, is not asked about.
 */
export async function findLeaving(
  tx: Tx,
  messageId: number,
  { ingestedSince, holds = false }: { ingestedSince: Date; holds?: boolean },
): Promise<Leaving | undefined> {
  const { rows } = await sql<Leaving>`
    select recipient.active and recipient.ended is null and recipient.removed_at is null and mailing.status = 'sending' and mailing.deleted_at is null
        as is_wanted,
      ${isUnreadAtTelegram} or exists (select from ${writtenAs(sql`recipient.id`)} join messages as earlier on earlier.recipient_id = written.id
        join mailboxes as writer on writer.id = earlier.mailbox_id
        where earlier.channel = 'email' and earlier.sent_at is not null
          and (writer.state <> 'connected' or writer.read_at is null or writer.read_at < ${ingestedSince})
          and (writer.user_id = mailing.sender_id and writer.state <> 'disconnected'
            or earlier.sent_at > coalesce(recipient.relaunched_at, '-infinity'))) as is_unread,
      mailing.undo_until, messages.send_window, messages.resent
    from messages join mailing_recipients as recipient on recipient.id = messages.recipient_id join mailings as mailing on mailing.id = recipient.mailing_id
    where messages.id = ${messageId} ${holds ? sql`for share of recipient` : sql``}`.execute(tx);
  return rows[0];
}

export const noteMessengerProblem = (tx: Tx, recipientId: number, problem: MessengerProblem) =>
  tables(tx).updateTable('mailing_recipients').set({ messenger_problem: problem }).where('id', '=', recipientId).execute();

/** When a message has reached its recipient, or may have: the time in its conversation, whenever that was found out. */
const reachedAt = sql<Date>`coalesce(messages.said_at, messages.sent_at, messages.first_sent_at, messages.status_changed_at)`;

interface Reaching {
  /** A select of ids of recipients. */
  recipients: RawBuilder<unknown>;
  /** Which of their messages count. */
  of: RawBuilder<unknown>;
  /** Those that had left by then. */
  at: Date;
}

/** Of each of these the last message that has reached them, or may have where none has; the newest first. */
async function lastReaching(tx: Tx, { recipients, of, at }: Reaching): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (select distinct on (recipient.id) messages.id, ${reachedAt} as at
      from (${recipients}) as reached join mailing_recipients as recipient on recipient.id = reached.id
        join messages on messages.recipient_id = recipient.id
      where messages.is_mass and ${reachedAt} <= ${at} and (messages.state in ('sent', 'unknown') or messages.resent and messages.state <> 'error')
        and ${of}
      order by recipient.id, messages.state = 'sent' desc, ${reachedAt} desc, messages.id desc) as last
    order by at desc, id desc`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Nobody knows yet that they have answered. Whatever else ended their mailing: who goes on with it later is told that they have. */
const isUnanswered = sql<boolean>`(recipient.ended is distinct from 'replied'
  and not exists (select from messages as answered where answered.recipient_id = recipient.id and answered.replied_at is not null))`;

/** A person who has written by messenger: who they are for the company, where that is known, and the conversation. */
export interface Writer {
  profileId: number | null;
  dialogId: number;
}

/**
 * What ends as they write: of each mailing the last message, whichever way it went; of one that waited for nothing any more only where that was by
 * messenger. Whoever was written to in the conversation is meant whichever profile it hangs on by now.
 */
export const messagesToEnd = (tx: Tx, { profileId, dialogId }: Writer, at: Date): Promise<number[]> =>
  lastReaching(tx, {
    recipients: sql`select id from mailing_recipients where profile_id = ${profileId}::bigint
      union select recipient_id from messages where dialog_id = ${dialogId} and recipient_id is not null`,
    of: sql`${isUnanswered} and (recipient.ended is distinct from 'finished' or messages.channel <> 'email')`,
    at,
  });

/** A person who has written an e-mail that names no message: from where, whose address that is, and to whom. */
export interface MailWriter {
  companyId: number;
  addressKey: string;
  profileIds: readonly number[];
  userId: number;
}

/** Also where mail is read for all companies at once: what one has written is none of another's. */
const reachedByMessenger = ({ addressKey, profileIds, userId, companyId }: MailWriter) => ({
  recipients: sql`select id from mailing_recipients where profile_id = any(${profileIds}::bigint[])
      union select id from mailing_recipients where email_key = ${addressKey}`,
  of: sql<boolean>`messages.channel <> 'email' and messages.created_by = ${userId} and messages.company_id = ${companyId}`,
});

/** What reached them by messenger from whom they wrote to, the newest first, whatever they have answered before. */
export const messagesToHangMailOn = (tx: Tx, writer: MailWriter, at: Date): Promise<number[]> =>
  lastReaching(tx, { ...reachedByMessenger(writer), at });

/** What reached them by messenger from mailings of whom they wrote to: of each that has no answer yet the last message. */
export function messagesAnsweredByMail(tx: Tx, writer: MailWriter, at: Date): Promise<number[]> {
  const { recipients, of } = reachedByMessenger(writer);
  return lastReaching(tx, { recipients, of: sql`${of} and ${isUnanswered}`, at });
}
