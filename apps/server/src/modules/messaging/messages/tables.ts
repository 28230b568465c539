import type { ColumnType, Generated, NotNull } from 'kysely';
import type { StepChannel } from '@headwater/domain/outreach/channels';
import type { ErrorReason, MessageState } from '@headwater/domain/outreach/message-status';
import type { RecipientEnd } from '@headwater/domain/outreach/next-step';
import type { TelegramKind } from '@headwater/domain/outreach/telegram';
import type { SendWindow } from '@headwater/domain/time/send-window';

type Filled<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;
type Made = ColumnType<Date, Date | undefined, never>;

type StopReason = 'company_restored';
export type MailingStatus = 'draft' | 'pending' | 'sending' | 'stopped' | 'finished';
export type MessengerProblem =
  | 'username_unknown'
  | 'privacy_restricted'
  | 'payment_required'
  | 'blocked'
  | 'not_premium'
  | 'dialog_private'
  | 'dialog_public'
  | 'dialog_elsewhere';
export type EmailProblem = 'none' | 'contacts_closed' | 'same_address';

/** `no_space`: the company has no storage left. */
export type FileState = 'stored' | 'loading' | 'no_space' | 'file_too_large' | 'illegal_file_type' | 'failed';

type ConversationColumns = {
  dialog_id: Filled<number>;
  /** Order in which messages entered conversations. */
  position: Filled<number>;
  /** Time shown in the conversation: of writing, then Telegram's. */
  said_at: Filled<Date>;
  is_out: Generated<boolean>;
  /** When it was written or retried here. Null: written elsewhere. */
  queued_at: Filled<Date>;
  telegram_id: Filled<number>;
  random_id: Filled<string>;
  request_key: Filled<string>;
  /** Code of the channel for the last failure. */
  failure: Filled<string>;
  /** Null: text, a picture or a plain file. */
  kind: ColumnType<TelegramKind | null, TelegramKind | null | undefined, never>;
  /** Telegram id of the answered message. */
  reply_to: ColumnType<number | null, number | null | undefined, never>;
  /** Reactions of the person. 'custom' is an emoji that only Telegram can draw. */
  reactions: Generated<string[]>;
  edited_at: Filled<Date>;
  deleted_at: Filled<Date>;
  file_id: Filled<number>;
  file_name: Filled<string>;
  file_size: Filled<number>;
  file_state: Filled<FileState>;
  file_due_at: Filled<Date>;
  file_attempts: Generated<number>;
};

// A type alias, because Kysely needs an index signature.
export type MessageTables = {
  /**
   * Written by campaigns, as is mailing_recipients; declared here because campaigns needs this
   * module.
   */
  mailings: {
    id: Generated<number>;
    company_id: number;
    created_by: number | null;
    type: 'single' | 'mass' | 'sequence';
    name: Generated<string>;
    folder_id: number | null;
    request_key: string | null;
    created_at: Made;
    status: Generated<MailingStatus>;
    /** Null: a user stopped it, or it is not stopped. */
    stop_reason: ColumnType<StopReason | null, never, StopReason | null>;
    access_type: Generated<'public' | 'private'>;
    sender_id: ColumnType<number | null, number | null | undefined, number | null>;
    launch_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    launched_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    /** End of the time to undo the last launch. The planner waits until a worker clears it. */
    undo_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
    after_launch_status_id: ColumnType<number | null, number | null | undefined, number | null>;
    updated_at: ColumnType<Date, Date | undefined, Date>;
    deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    next_number: Generated<number>;
    telegram_account_id: ColumnType<number | null, number | null | undefined, number | null>;
  };
  mailing_recipients: {
    id: Generated<number>;
    company_id: number;
    mailing_id: number;
    profile_id: number;
    candidate_id: number | null;
    email: string;
    email_key: string;
    email_needs_opening: Generated<boolean>;
    custom_data: ColumnType<Record<string, string>, string | undefined, string>;
    active: Generated<boolean>;
    launched_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    ended: ColumnType<RecipientEnd | null, RecipientEnd | null | undefined, RecipientEnd | null>;
    next_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    retry: Generated<boolean>;
    email_problem: ColumnType<EmailProblem | null, EmailProblem | null | undefined, EmailProblem | null>;
    variant: Generated<'a' | 'b'>;
    source: Generated<'vacancy' | 'search' | 'profile'>;
    added_by: ColumnType<number | null, number | null | undefined, number | null>;
    added_by_job: ColumnType<number | null, number | null | undefined, number | null>;
    added_at: ColumnType<Date, Date | undefined, Date>;
    removed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    status_changed_at: ColumnType<Date, Date | undefined, Date>;
    message_key: ColumnType<string, never, never>;
    must_check_sent: Generated<boolean>;
    relaunched_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    merged_into: ColumnType<number | null, never, number | null>;
    /** Why Telegram refused a message to them. */
    messenger_problem: ColumnType<MessengerProblem | null, never, MessengerProblem | null>;
  };
  messages: {
    id: Generated<number>;
    company_id: number;
    /** Null: a message of a conversation outside mailings. */
    recipient_id: ColumnType<number | null, number | null | undefined, number | null>;
    step: Generated<number>;
    mailbox_id: number | null;
    created_by: number | null;
    state: Generated<MessageState | 'received'>;
    message_id: ColumnType<string | null, string | null | undefined, string | null>;
    subject: Generated<string>;
    html: Generated<string>;
    body_text: string;
    send_at: Date;
    lease_until: Date | null;
    claimed_by: string | null;
    attempts: Generated<number>;
    sent_at: Date | null;
    opened_at: Date | null;
    clicked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    replied_at: Date | null;
    bounced_at: Date | null;
    error_reason: ErrorReason | null;
    error_detail: string | null;
    status_changed_at: ColumnType<Date, Date | undefined, Date>;
    created_at: Made;
    is_mass: Generated<boolean>;
    /** To a person who replied earlier: daily limits do not delay it. */
    is_answer: Generated<boolean>;
    send_window: ColumnType<SendWindow | null, string | null | undefined, string | null>;
    variant: ColumnType<'a' | 'b' | null, 'a' | 'b' | null | undefined, never>;
    to_domain: ColumnType<string | null, string | null | undefined, never>;
    resent: Generated<boolean>;
    sent_lookups: Generated<number>;
    /** Refusals that do not concern the message. */
    deferrals: Generated<number>;
    soft_bounces: Generated<number>;
    first_sent_at: ColumnType<Date | null, never, Date | null>;
    reply_ids: ColumnType<string[], string[] | undefined, never>;
    channel: Generated<StepChannel>;
    telegram_account_id: ColumnType<number | null, number | null | undefined, number | null>;
    username: ColumnType<string | null, string | null | undefined, string | null>;
  } & ConversationColumns;
  message_events: {
    id: Generated<number>;
    company_id: number;
    message_id: number;
    type: string;
    happened_at: Date;
    data: ColumnType<{ text?: string }, string | undefined, string>;
  };
  incoming_messages: {
    id: Generated<number>;
    company_id: number;
    /** The receiving mailbox and its user; null after deletion. */
    mailbox_id: number | null;
    user_id: number | null;
    incoming_key: string;
    message_id: number;
    kind: 'reply' | 'auto_reply' | 'bounce' | 'complaint' | 'other';
    from_address: string;
    subject: string;
    own_text: string;
    received_at: Date;
    created_at: Made;
  };
  unread_conversations: { company_id: number; user_id: number; profile_id: number; since: Date };
  assigned_conversations: { company_id: number; profile_id: number; user_id: number; since: Date };
  set_aside_conversations: { company_id: number; user_id: number; profile_id: number; until: Date | null; since: Date };
};

/** A message to a recipient: for `$narrowType` of queries that find no others. */
export type OfRecipient = { recipient_id: NotNull; message_id: NotNull; state: MessageState };

/** A message in a conversation, in either direction. */
export type InConversation = { dialog_id: NotNull; position: NotNull; said_at: NotNull; telegram_account_id: NotNull };
