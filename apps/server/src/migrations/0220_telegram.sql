-- Accounts at Telegram that a company writes from: its SIM cards (TG-024 to TG-028).
create table telegram_accounts (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  phone_number text not null check (phone_number ~ '^\+\d{7,15}$'),
  -- Who it is at Telegram.
  telegram_user_id bigint not null,
  name text not null default '' check (length(name) <= 255),
  username text check (length(username) <= 64),
  is_premium boolean not null default false,
  note text not null default '' check (length(note) <= 255),
  -- The key of the session, sealed as passwords of mailboxes are; '' where it has none.
  session text not null,
  -- Grows with each session: whoever holds an older one opens the new one.
  session_number integer not null default 1,
  -- `removed`: kept for its dialogs.
  state text not null default 'connected' check (state in ('connected', 'signed_out', 'banned', 'removed')),
  failure text check (length(failure) <= 500),
  limit_total integer not null default 10 check (limit_total between 0 and 100),
  warms_up boolean not null default true,
  soft_ban_until timestamptz,
  flood_wait_until timestamptz,
  -- Not before that the next dialog is begun.
  next_dialog_at timestamptz,
  -- The worker that is connected for it, and until when it answers for it.
  holder uuid,
  held_until timestamptz,
  is_online boolean not null default false,
  -- Grows when a connected worker has something to do for it.
  wakes integer not null default 0,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null
);
-- A phone is one company's.
create unique index telegram_accounts_phone on telegram_accounts (phone_number) where state <> 'removed';
create index telegram_accounts_company on telegram_accounts (company_id, id);
create index telegram_accounts_held on telegram_accounts (held_until) where state = 'connected';
call make_tenant_table('telegram_accounts');

-- Codes that are under way, with the session that they belong to.
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
  -- The code was right, and the password is asked for.
  is_code_accepted boolean not null default false,
  requested_by bigint references users (id) on delete cascade,
  primary key (company_id, phone_number)
);
create index telegram_sign_ins_age on telegram_sign_ins (expires_at);
call make_tenant_table('telegram_sign_ins');

-- Who besides administrators manages accounts (TG-023).
create table telegram_managers (
  company_id bigint not null references companies (id),
  user_id bigint primary key references users (id) on delete cascade
);
call make_tenant_table('telegram_managers');

-- A conversation of an account with a person (TG-029).
create table telegram_dialogs (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  account_id bigint not null references telegram_accounts (id),
  -- Null: somebody wrote who is not known here.
  profile_id bigint references profiles (id) on delete cascade,
  username text check (length(username) <= 64),
  -- Who it is at Telegram; null until the first message was sent.
  peer_id bigint,
  peer_access text,
  peer_name text not null default '' check (length(peer_name) <= 255),
  access_type text not null default 'public' check (access_type in ('public', 'private')),
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  -- When the company began it at Telegram: such dialogs are limited. Null where the person did, and before the first message.
  started_at timestamptz,
  last_at timestamptz not null,
  last_message_id bigint,
  -- Whose the last message is, and since when it waits for an answer (TG-014).
  answer_due_since timestamptz,
  last_failed boolean not null default false,
  unread_count integer not null default 0 check (unread_count >= 0),
  -- By the numbers of Telegram: up to where we have read, up to where Telegram was told so, and up to where the person has read.
  read_up_to integer not null default 0,
  told_read_up_to integer not null default 0,
  person_read_up_to integer not null default 0,
  -- The newest message of Telegram that is known.
  synced_up_to integer not null default 0
);
create unique index telegram_dialogs_peer on telegram_dialogs (account_id, peer_id) where peer_id is not null;
create unique index telegram_dialogs_name on telegram_dialogs (account_id, lower(username)) where peer_id is null;
create index telegram_dialogs_list on telegram_dialogs (company_id, last_at desc, id desc);
create index telegram_dialogs_account on telegram_dialogs (account_id, last_at desc, id desc);
create index telegram_dialogs_profile on telegram_dialogs (profile_id) where profile_id is not null;
create index telegram_dialogs_creator on telegram_dialogs (created_by) where created_by is not null;
create index telegram_dialogs_started on telegram_dialogs (account_id, started_at) where started_at is not null;
create index telegram_dialogs_to_tell on telegram_dialogs (account_id) where read_up_to > told_read_up_to;
call make_tenant_table('telegram_dialogs');

-- TG-030.
create table telegram_messages (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  dialog_id bigint not null references telegram_dialogs (id) on delete cascade,
  account_id bigint not null references telegram_accounts (id),
  -- By Telegram's numbers of the account.
  telegram_id integer,
  -- Fixed when it is planned: Telegram takes a message with the same one once.
  -- 64 bits, more than a number of JavaScript holds.
  random_id text check (random_id ~ '^-?\d{1,19}$'),
  is_out boolean not null,
  state text not null check (state in ('planned', 'sending', 'sent', 'failed', 'received')),
  body text not null check (length(body) <= 100000),
  sent_at timestamptz not null,
  sender_id bigint references users (id) on delete set null,
  request_key text check (length(request_key) <= 120),
  -- Planned ones: not before that; after how many attempts that failed.
  due_at timestamptz,
  attempts integer not null default 0,
  error text,
  error_detail text check (length(error_detail) <= 500),
  file_id bigint references files (id) on delete set null,
  file_name text check (length(file_name) <= 255),
  file_size bigint,
  file_state text check (file_state in ('stored', 'loading', 'file_too_large', 'illegal_file_type', 'failed')),
  check (is_out or state = 'received'),
  check (state not in ('planned', 'sending') or random_id is not null)
);
create unique index telegram_messages_number on telegram_messages (account_id, telegram_id) where telegram_id is not null;
create unique index telegram_messages_random on telegram_messages (account_id, random_id) where random_id is not null;
create unique index telegram_messages_request on telegram_messages (dialog_id, request_key) where request_key is not null;
create index telegram_messages_list on telegram_messages (dialog_id, sent_at desc, id desc);
create index telegram_messages_due on telegram_messages (account_id, due_at) where state in ('planned', 'sending');
create index telegram_messages_loading on telegram_messages (account_id) where file_state = 'loading';
create index telegram_messages_file on telegram_messages (file_id) where file_id is not null;
call make_tenant_table('telegram_messages');

-- What people have begun to write.
create table telegram_drafts (
  dialog_id bigint not null references telegram_dialogs (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  body text not null check (length(body) between 1 and 4096),
  primary key (dialog_id, user_id)
);
create index telegram_drafts_user on telegram_drafts (user_id);
call make_tenant_table('telegram_drafts');

-- DEC-14: who may write from what is a setting of the company.
create function headwater_note_telegram_account() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  changes := headwater_changes(case when tg_op = 'INSERT' then null else to_jsonb(old) end, to_jsonb(new),
    '{id,company_id,phone_number,telegram_user_id,name,username,is_premium,session,session_number,failure,soft_ban_until,flood_wait_until,next_dialog_at,holder,held_until,is_online,wakes,created_by,created_at}');
  if changes is not null then
    perform headwater_note(new.company_id, now(), null, 'settings_changed', 'settings', null, changes || jsonb_build_object('table', tg_table_name,
      'is_removed', new.state = 'removed'));
  end if;
  return null;
end $$;
create trigger telegram_accounts_added_audit after insert on telegram_accounts for each row execute function headwater_note_telegram_account();
create trigger telegram_accounts_audit after update of limit_total, warms_up, note, state on telegram_accounts for each row
  execute function headwater_note_telegram_account();
create trigger telegram_managers_audit after insert or delete on telegram_managers for each row execute function headwater_note_settings();

-- Who wrote to whom.
create function headwater_note_telegram_message() returns trigger language plpgsql as $$
declare
  profile bigint := (select profile_id from telegram_dialogs where id = new.dialog_id);
begin
  if profile is not null then
    perform headwater_note(new.company_id, now(), new.sender_id, 'message_sent', 'profile', profile);
  end if;
  return null;
end $$;
create trigger telegram_messages_audit after insert on telegram_messages for each row when (new.sender_id is not null)
  execute function headwater_note_telegram_message();
