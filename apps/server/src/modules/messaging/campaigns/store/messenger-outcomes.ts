import { type RawBuilder, sql } from 'kysely';
import type { SendWindow } from '@headwater/domain/time/send-window';
import { isUnreadAtTelegram, type MessengerProblem, writtenAs } from '#modules/messaging/messages/public/messenger.ts';
import type { Tx } from '#platform/database/database.ts';
import type { MailingTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MailingTables>();

export interface Leaving {
  is_wanted: boolean;
  /** Replies to earlier messages may be missing. */
  is_unread: boolean;
  undo_until: Date | null;
  send_window: SendWindow | null;
  resent: boolean;
}

/**
 * `holds` locks the recipient and waits for a concurrent reply; lock the dialog first. As in the
 * planner, a mailbox read since `ingestedSince` is complete, and a relaunch ends the wait for other
 * mailboxes.
 */
export async function findLeaving(
  tx: Tx,
  messageId: number,
  { ingestedSince, holds = false }: { ingestedSince: Date; holds?: boolean },
): Promise<Leaving | undefined> {
  const { rows } = await sql<Leaving>`
    select recipient.active and recipient.ended is null and recipient.removed_at is null and mailing.status = 'sending' and mailing.deleted_at is null
        and exists (select from users where users.id = mailing.sender_id and users.is_active) as is_wanted,
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

export const recordMessengerProblem = (tx: Tx, recipientId: number, problem: MessengerProblem) =>
  tables(tx).updateTable('mailing_recipients').set({ messenger_problem: problem }).where('id', '=', recipientId).execute();

/** Time when a message reached its recipient or may have, by its conversation if known. */
const reachedAt = sql<Date>`coalesce(messages.said_at, messages.sent_at, messages.first_sent_at, messages.status_changed_at)`;

interface Reaching {
  recipients: RawBuilder<unknown>;
  of: RawBuilder<unknown>;
  at: Date;
}

/** The last message that reached each recipient, or else may have; newest first. */
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

/**
 * No reply is recorded. Other ends do not matter, because a resumed mailing must know of the reply.
 */
const isUnanswered = sql<boolean>`(recipient.ended is distinct from 'replied'
  and not exists (select from messages as answered where answered.recipient_id = recipient.id and answered.replied_at is not null))`;

/** A person who wrote by messenger: the profile, if known, and the dialog, if the channel has dialogs. */
export interface Writer {
  profileId: number | null;
  dialogId: number | null;
}

/**
 * The last message of each mailing that a reply ends, in any channel; a finished mailing counts
 * only by messenger. Messages of the dialog count regardless of its current profile.
 */
export const messagesToEnd = (tx: Tx, { profileId, dialogId }: Writer, at: Date): Promise<number[]> =>
  lastReaching(tx, {
    recipients: sql`select id from mailing_recipients where profile_id = ${profileId}::bigint
      union select recipient_id from messages where dialog_id = ${dialogId}::bigint and recipient_id is not null`,
    of: sql`${isUnanswered} and (recipient.ended is distinct from 'finished' or messages.channel <> 'email')`,
    at,
  });

/**
 * A person who wrote an e-mail that references no message: sender, matching profiles and addressee.
 */
export interface MailWriter {
  companyId: number;
  addressKey: string;
  profileIds: readonly number[];
  userId: number;
}

/** Restricted by company, because mail is read across companies. */
const reachedByMessenger = ({ addressKey, profileIds, userId, companyId }: MailWriter) => ({
  recipients: sql`select id from mailing_recipients where profile_id = any(${profileIds}::bigint[])
      union select id from mailing_recipients where email_key = ${addressKey}`,
  of: sql<boolean>`messages.channel <> 'email' and messages.created_by = ${userId} and messages.company_id = ${companyId}`,
});

/** Messenger messages from the addressee, newest first, including answered ones. */
export const messagesToHangMailOn = (tx: Tx, writer: MailWriter, at: Date): Promise<number[]> =>
  lastReaching(tx, { ...reachedByMessenger(writer), at });

/** The last unanswered messenger message of each mailing of the addressee. */
export function messagesAnsweredByMail(tx: Tx, writer: MailWriter, at: Date): Promise<number[]> {
  const { recipients, of } = reachedByMessenger(writer);
  return lastReaching(tx, { recipients, of: sql`${of} and ${isUnanswered}`, at });
}
