import type { ColumnType, Generated } from 'kysely';
import type { MessageTables } from '#modules/messaging/messages/public.ts';
import type { CodeDelivery, CodeSent } from './messenger-port.ts';

type Filled<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;

type AccountState = 'connected' | 'signed_out' | 'banned' | 'removed';
// A type alias, because Kysely needs an index signature.
export type TelegramTables = Pick<MessageTables, 'messages'> & {
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
    /** A frozen account can only receive. */
    frozen_since: Filled<Date>;
    next_dialog_at: Filled<Date>;
    next_lookup_at: Filled<Date>;
    next_mailing_at: Filled<Date>;
    lease_holder: Filled<string>;
    lease_until: Filled<Date>;
    is_online: Generated<boolean>;
    is_synced: Generated<boolean>;
    wake_count: Generated<number>;
    complete_up_to: Generated<number>;
    warm_up_started_at: Generated<Date>;
    /** Telegram's update counter (pts) of the last processed edit or deletion. */
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
    no_answer_needed_up_to: Filled<number>;
    has_failed_message: Generated<boolean>;
    unread_count: Generated<number>;
    /** Time and user of the link; null for dialogs begun from the profile. */
    linked_at: Filled<Date>;
    linked_by: Filled<number>;
    is_marked_unread: Generated<boolean>;
    read_up_to: Generated<number>;
    reported_read_up_to: Generated<number>;
    peer_read_up_to: Generated<number>;
    synced_up_to: Generated<number>;
    /** The last read failed: a reply may be missing. */
    has_missing_messages: Generated<boolean>;
    /** Increments when earlier messages change. */
    changes: Generated<number>;
  };
  telegram_message_versions: { id: Generated<number>; company_id: number; message_id: number; body: string; written_at: Date };
  telegram_message_words: { company_id: number; word: string; message_id: number };
  telegram_erased_dialogs: { company_id: number; account_id: number; peer_hash: Buffer; up_to: number };
  telegram_unlinked_profiles: { dialog_id: number; profile_id: number; company_id: number; unlinked_at: Date };
  telegram_drafts: { dialog_id: number; user_id: number; company_id: number; body: string; version: Generated<number> };
};
