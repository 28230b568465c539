import type { ColumnType, Generated } from 'kysely';
import type { TelegramKind } from '@headwater/domain/outreach/telegram';
import type { CodeDelivery, CodeSent } from './messenger-port.ts';

type Filled<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;

export type AccountState = 'connected' | 'signed_out' | 'banned' | 'removed';
export type MessageState = 'planned' | 'sending' | 'sent' | 'failed' | 'received';
/** `no_space`: the company has no room left for it now. */
export type FileState = 'stored' | 'loading' | 'no_space' | 'file_too_large' | 'illegal_file_type' | 'failed';

// A type alias, as Kysely wants an index signature.
export type TelegramTables = {
  telegram_accounts: {
    id: Generated<number>;
    company_id: number;
    phone_number: string;
    telegram_user_id: number;
    name: string;
    username: string | null;
    is_premium: boolean;
    note: Generated<string>;
    session: string;
    session_number: Generated<number>;
    state: Generated<AccountState>;
    failure: Filled<string>;
    limit_total: Generated<number>;
    warms_up: Generated<boolean>;
    soft_ban_until: Filled<Date>;
    flood_wait_until: Filled<Date>;
    /** Telegram lets it do nothing but listen, until it is free again. */
    frozen_since: Filled<Date>;
    next_dialog_at: Filled<Date>;
    next_lookup_at: Filled<Date>;
    next_mailing_at: Filled<Date>;
    lease_holder: Filled<string>;
    lease_until: Filled<Date>;
    is_online: Generated<boolean>;
    /** Whatever was said to it before is known. */
    is_synced: Generated<boolean>;
    wake_count: Generated<number>;
    complete_up_to: Generated<number>;
    warm_up_started_at: Generated<Date>;
    /** Telegram's count of changes up to which edits and deletions are known. */
    processed_pts: Filled<number>;
    created_by: number | null;
    created_at: ColumnType<Date, Date, Date>;
  };
  telegram_sign_ins: {
    company_id: number;
    phone_number: string;
    session: string;
    code_hash: string;
    delivery: CodeDelivery;
    next_delivery: CodeSent['nextDelivery'];
    code_length: number | null;
    resend_at: Date;
    expires_at: Date;
    attempts_left: number;
    is_code_accepted: Generated<boolean>;
    requested_by: number | null;
  };
  telegram_managers: { company_id: number; user_id: number };
  telegram_dialogs: {
    id: Generated<number>;
    company_id: number;
    account_id: number;
    profile_id: number | null;
    username: string | null;
    peer_id: Filled<number>;
    peer_access: Filled<string>;
    peer_name: Generated<string>;
    access_type: Generated<'public' | 'private'>;
    created_by: number | null;
    created_at: ColumnType<Date, Date, never>;
    started_at: Filled<Date>;
    last_at: Date;
    last_message_id: Filled<number>;
    answer_due_since: Filled<Date>;
    /** The person's message to which nothing has to be answered. */
    no_answer_needed_up_to: Filled<number>;
    has_failed_message: Generated<boolean>;
    unread_count: Generated<number>;
    /** When somebody has said whose it is, and who; null where it was begun from the profile. */
    linked_at: Filled<Date>;
    linked_by: Filled<number>;
    /** Also where all was read, until it is opened again. */
    is_marked_unread: Generated<boolean>;
    read_up_to: Generated<number>;
    reported_read_up_to: Generated<number>;
    peer_read_up_to: Generated<number>;
    synced_up_to: Generated<number>;
    /** It could not be read lately: an answer may be missing. */
    has_missing_messages: Generated<boolean>;
    /** Grows with each change of what stood there before. */
    changes: Generated<number>;
  };
  telegram_messages: {
    id: Generated<number>;
    company_id: number;
    dialog_id: number;
    account_id: number;
    telegram_id: Filled<number>;
    random_id: ColumnType<string | null, string | null | undefined, never>;
    is_out: boolean;
    state: MessageState;
    body: string;
    /** Null: words, a picture or a plain file; unknown of what came before it was noted. */
    kind: ColumnType<TelegramKind | null, TelegramKind | null | undefined, never>;
    sent_at: Date;
    /** When it was written here, or tried again, whatever Telegram says of it; null: it was written elsewhere. */
    queued_at: Filled<Date>;
    sender_id: number | null;
    request_key: string | null;
    mailing_message_id: ColumnType<number | null, number | null | undefined, number | null>;
    /** Stays when the message of the mailing is gone. */
    is_from_mailing: Generated<boolean>;
    due_at: Filled<Date>;
    attempts: Generated<number>;
    error: Filled<string>;
    error_detail: Filled<string>;
    file_id: Filled<number>;
    file_name: Filled<string>;
    file_size: Filled<number>;
    file_state: Filled<FileState>;
    file_due_at: Filled<Date>;
    file_attempts: Generated<number>;
    edited_at: Filled<Date>;
    /** Telegram's number of the message that it answers. */
    reply_to: ColumnType<number | null, number | null | undefined, never>;
    deleted_at: Filled<Date>;
    /** What the person has put below it; 'custom' is an emoji that only Telegram can draw. */
    reactions: Generated<string[]>;
  };
  /** What messages said before. */
  telegram_message_versions: { id: Generated<number>; company_id: number; message_id: number; body: string; written_at: Date };
  telegram_message_words: { company_id: number; word: string; message_id: number };
  telegram_erased_dialogs: { company_id: number; account_id: number; peer_hash: Buffer; up_to: number };
  telegram_unlinked_profiles: { dialog_id: number; profile_id: number; company_id: number; unlinked_at: Date };
  telegram_drafts: { dialog_id: number; user_id: number; company_id: number; body: string; version: Generated<number> };
};
