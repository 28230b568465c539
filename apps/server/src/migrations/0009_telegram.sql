-- Telegram accounts (SIM cards) that a company writes from (TG-024 to TG-028).
create table telegram_accounts (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  phone_number text not null check (phone_number ~ '^\+\d{7,15}$'),
  telegram_user_id bigint not null,
  name text not null default '' check (length(name) <= 255),
  username text check (length(username) <= 64),
  is_premium boolean not null default false,
  note text not null default '' check (length(note) <= 255),
  -- Sealed session key. '' without a session.
  session text not null,
  -- Incremented with each session, so that workers open the new one.
  session_number integer not null default 1,
  -- removed: kept for its dialogs.
  state text not null default 'connected' check (state in ('connected', 'signed_out', 'banned', 'removed')),
  failure text check (length(failure) <= 500),
  limit_total integer not null default 10 check (limit_total between 0 and 100),
  warms_up boolean not null default true,
  soft_ban_until timestamptz,
  flood_wait_until timestamptz,
  -- Earliest start of the next dialog.
  next_dialog_at timestamptz,
  -- Connected worker, and the end of its lease.
  lease_holder uuid,
  lease_until timestamptz,
  is_online boolean not null default false,
  -- Incremented to notify the connected worker.
  wake_count integer not null default 0,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  -- All dialogs are complete up to this Telegram message. The sync stops here.
  complete_up_to integer not null default 0,
  -- Continues when a removed account comes back.
  warm_up_started_at timestamptz not null default now(),
  -- All received messages are stored. Follow-ups wait for this because a missing message may be a
  -- reply.
  is_synced boolean not null default false,
  -- Telegram's update counter (pts) of processed edits and deletions. Null: start with the current
  -- one.
  processed_pts integer,
  -- Earliest next username lookup.
  next_lookup_at timestamptz,
  -- Earliest next message of a sequence.
  next_mailing_at timestamptz,
  -- Telegram froze the account: it neither reads nor sends. Null: not frozen.
  frozen_since timestamptz
);
-- A phone number belongs to one company.
create unique index telegram_accounts_phone on telegram_accounts (phone_number) where state <> 'removed';
create index telegram_accounts_company on telegram_accounts (company_id, id);
create index telegram_accounts_lease on telegram_accounts (lease_until) where state = 'connected';
create index telegram_accounts_removed on telegram_accounts (company_id, telegram_user_id) where state = 'removed';
call make_tenant_table('telegram_accounts');
alter table mailings add foreign key (telegram_account_id) references telegram_accounts (id);
alter table messages add foreign key (telegram_account_id) references telegram_accounts (id);

-- Sign-ins in progress.
create table telegram_sign_ins (
  company_id bigint not null references companies (id),
  phone_number text not null check (phone_number ~ '^\+\d{7,15}$'),
  session text not null,
  code_hash text not null,
  delivery text not null,
  next_delivery text,
  code_length integer,
  resend_at timestamptz not null,
  expires_at timestamptz not null,
  attempts_left integer not null,
  -- The password is required next.
  is_code_accepted boolean not null default false,
  requested_by bigint references users (id) on delete cascade,
  primary key (company_id, phone_number)
);
create index telegram_sign_ins_age on telegram_sign_ins (expires_at);
call make_tenant_table('telegram_sign_ins');

-- Users who manage accounts in addition to administrators (TG-023).
create table telegram_managers (
  company_id bigint not null references companies (id),
  user_id bigint primary key references users (id) on delete cascade
);
call make_tenant_table('telegram_managers');

-- Conversations of an account with a person (TG-029).
create table telegram_dialogs (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  account_id bigint not null references telegram_accounts (id),
  -- Null: an unknown person wrote.
  profile_id bigint references profiles (id) on delete cascade,
  username text check (length(username) <= 64),
  -- User at Telegram. Null until the first message was sent.
  peer_id bigint,
  peer_access text,
  peer_name text not null default '' check (length(peer_name) <= 255),
  access_type text not null default 'public' check (access_type in ('public', 'private')),
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  -- When the company started the dialog, for the limit of new dialogs. Null: the person started it,
  -- or no message was sent.
  started_at timestamptz,
  last_at timestamptz not null,
  last_message_id bigint,
  -- Since when the person waits for an answer (TG-014).
  answer_due_since timestamptz,
  has_failed_message boolean not null default false,
  unread_count integer not null default 0 check (unread_count >= 0),
  -- Telegram message ids: read here, reported to Telegram as read, read by the person.
  read_up_to integer not null default 0,
  reported_read_up_to integer not null default 0,
  peer_read_up_to integer not null default 0,
  -- Newest stored message of Telegram.
  synced_up_to integer not null default 0,
  -- Messages of this dialog are still missing.
  has_missing_messages boolean not null default false,
  -- Incremented when earlier messages change, so that open screens reload them.
  changes integer not null default 0,
  -- A user marked it as unread.
  is_marked_unread boolean not null default false,
  -- A user linked the dialog to the profile. Null: it was started from the profile.
  linked_at timestamptz,
  linked_by bigint references users (id) on delete set null,
  -- No answer is needed up to this message.
  no_answer_needed_up_to bigint
);
create unique index telegram_dialogs_peer on telegram_dialogs (account_id, peer_id) where peer_id is not null;
create unique index telegram_dialogs_name on telegram_dialogs (account_id, lower(username)) where peer_id is null;
create index telegram_dialogs_list on telegram_dialogs (company_id, last_at desc, id desc);
create index telegram_dialogs_account on telegram_dialogs (account_id, last_at desc, id desc);
create index telegram_dialogs_profile on telegram_dialogs (profile_id) where profile_id is not null;
create index telegram_dialogs_created_by on telegram_dialogs (created_by) where created_by is not null;
create index telegram_dialogs_started on telegram_dialogs (account_id, started_at) where started_at is not null;
create index telegram_dialogs_unreported_reads on telegram_dialogs (account_id) where read_up_to > reported_read_up_to;
-- Dialogs by username, over all accounts.
create index telegram_dialogs_any_username on telegram_dialogs (lower(username)) where username is not null;
create index telegram_dialogs_person on telegram_dialogs (company_id, peer_id) where peer_id is not null;
-- Read before a dialog is started.
create index telegram_dialogs_username on telegram_dialogs (company_id, lower(username)) where username is not null;
-- Scanned every minute over all companies (TG-014).
create index telegram_dialogs_answer_due on telegram_dialogs (answer_due_since) where answer_due_since is not null;
-- Dialogs that need an answer or failed to send (TG-014).
create index telegram_dialogs_attention on telegram_dialogs (company_id, last_at desc, id desc)
  where has_failed_message or answer_due_since is not null;
create index telegram_dialogs_linked_by on telegram_dialogs (linked_by) where linked_by is not null;
call make_tenant_table('telegram_dialogs');

-- Profiles that a user unlinked from a dialog. A matching username does not link them again.
create table telegram_unlinked_profiles (
  dialog_id bigint not null references telegram_dialogs (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  company_id bigint not null references companies (id),
  unlinked_at timestamptz not null,
  primary key (dialog_id, profile_id)
);
create index telegram_unlinked_profiles_profile on telegram_unlinked_profiles (profile_id);
call make_tenant_table('telegram_unlinked_profiles');

-- Messages of dialogs (TG-030).
create table telegram_messages (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  dialog_id bigint not null references telegram_dialogs (id) on delete cascade,
  account_id bigint not null references telegram_accounts (id),
  -- Message number at Telegram, unique in the account.
  telegram_id integer,
  -- Idempotency key for Telegram: 64 bits as text.
  random_id text check (random_id ~ '^-?\d{1,19}$'),
  is_out boolean not null,
  state text not null check (state in ('planned', 'sending', 'sent', 'failed', 'received')),
  body text not null check (length(body) <= 100000),
  sent_at timestamptz not null,
  sender_id bigint references users (id) on delete set null,
  request_key text check (length(request_key) <= 120),
  -- Earliest time of the next attempt.
  due_at timestamptz,
  attempts integer not null default 0,
  error text,
  error_detail text check (length(error_detail) <= 500),
  file_id bigint references files (id) on delete set null,
  file_name text check (length(file_name) <= 255),
  file_size bigint,
  -- no_space: the company has no storage left.
  file_state text
    check (file_state in ('stored', 'loading', 'no_space', 'file_too_large', 'illegal_file_type', 'failed')),
  -- Message of the sequence that this one delivers.
  mailing_message_id bigint references messages (id) on delete set null,
  -- Earliest next download. Null: at once.
  file_due_at timestamptz,
  file_attempts integer not null default 0,
  -- Also set after the message of the sequence was deleted, so that it is not sent again.
  is_from_mailing boolean not null default false,
  -- When the message was written or retried here. sent_at becomes Telegram's time. Null: written
  -- elsewhere.
  queued_at timestamptz,
  edited_at timestamptz,
  deleted_at timestamptz,
  -- Telegram number of the answered message, which may be unknown here.
  reply_to integer,
  kind text
    check (kind in ('voice', 'video_message', 'video', 'audio', 'animation', 'sticker', 'contact', 'location', 'poll',
    'other')),
  -- Reactions of the person. 'custom' is an emoji that only Telegram can draw.
  reactions text[] not null default '{}' check (cardinality(reactions) <= 10),
  check (is_out or state = 'received'),
  check (state not in ('planned', 'sending') or random_id is not null)
);
create unique index telegram_messages_number on telegram_messages (account_id, telegram_id)
  where telegram_id is not null;
create unique index telegram_messages_random on telegram_messages (account_id, random_id) where random_id is not null;
create unique index telegram_messages_request on telegram_messages (dialog_id, request_key)
  where request_key is not null;
create index telegram_messages_list on telegram_messages (dialog_id, sent_at desc, id desc);
create index telegram_messages_due on telegram_messages (account_id, due_at) where state in ('planned', 'sending');
create index telegram_messages_file on telegram_messages (file_id) where file_id is not null;
create unique index telegram_messages_mailing on telegram_messages (mailing_message_id)
  where mailing_message_id is not null;
create index telegram_messages_loading on telegram_messages (account_id, file_due_at)
  where file_state in ('loading', 'no_space');
-- Received messages by Telegram number, for the read position (TG-029).
create index telegram_messages_received on telegram_messages (dialog_id, telegram_id) where not is_out;
-- Messages of sequences in a dialog.
create index telegram_messages_of_mailings on telegram_messages (dialog_id) where mailing_message_id is not null;
-- Latest own message of a dialog.
create index telegram_messages_latest_out
  on telegram_messages (dialog_id, coalesce(queued_at, sent_at) desc, id desc) where is_out;
create index telegram_messages_out on telegram_messages (dialog_id, sent_at desc, id desc) where is_out;
call make_tenant_table('telegram_messages');

-- Earlier texts of edited messages.
create table telegram_message_versions (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  message_id bigint not null references telegram_messages (id) on delete cascade,
  body text not null check (length(body) <= 100000),
  written_at timestamptz not null
);
create index telegram_message_versions_message on telegram_message_versions (message_id, id);
call make_tenant_table('telegram_message_versions');

-- Word index of messages. A separate table, because row-level security prevents full-text and
-- trigram index scans.
create table telegram_message_words (
  company_id bigint not null references companies (id),
  word text collate "C" not null,
  message_id bigint not null references telegram_messages (id) on delete cascade,
  primary key (company_id, word, message_id)
);
create index telegram_message_words_message on telegram_message_words (message_id);
call make_tenant_table('telegram_message_words');

-- Distinct lower-case words, cut to 64 characters.
create function headwater_split_words(said text) returns setof text language sql immutable as $$
  select distinct left(word, 64) from regexp_split_to_table(lower(said), '[^[:alnum:]]+') as word where word <> ''
$$;

create function headwater_index_telegram_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from telegram_message_words where message_id = new.id;
  end if;
  insert into telegram_message_words (company_id, word, message_id) select new.company_id, word, new.id from headwater_split_words(new.body) as word;
  return null;
end $$;
create trigger telegram_messages_words after insert on telegram_messages for each row
  execute function headwater_index_telegram_words();
create trigger telegram_messages_words_changed after update of body on telegram_messages for each row
  when (old.body <> new.body) execute function headwater_index_telegram_words();

-- Unsent texts of users. An emptied draft keeps its row for its version.
create table telegram_drafts (
  dialog_id bigint not null references telegram_dialogs (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  body text not null check (length(body) <= 20000),
  -- Incremented with each save. A save names the version that it replaces.
  version integer not null default 1 check (version > 0),
  primary key (dialog_id, user_id)
);
create index telegram_drafts_user on telegram_drafts (user_id);
call make_tenant_table('telegram_drafts');

-- Erased dialogs (DEC-14). The sync skips their messages up to this number, because Telegram still
-- has them.
create table telegram_erased_dialogs (
  company_id bigint not null references companies (id),
  account_id bigint not null,
  peer_hash bytea not null,
  -- Telegram message id.
  up_to integer not null,
  primary key (account_id, peer_hash)
);
call make_tenant_table('telegram_erased_dialogs');
