-- One row and one state machine per message, whatever its channel (ADR 97). Rows of
-- telegram_messages become rows of messages; the copy of a message of a sequence becomes the message.
alter table messages
  alter column recipient_id drop not null,
  alter column message_id drop not null,
  alter column subject set default '',
  alter column html set default '',
  drop constraint messages_state_check,
  add constraint messages_state_check
    check (state in ('planned', 'claimed', 'handed_over', 'sent', 'error', 'unknown', 'received')),
  add column is_out boolean not null default true,
  -- The conversation that shows it. A message of a sequence enters one when it may leave.
  add column dialog_id bigint references telegram_dialogs (id) on delete cascade,
  -- Order in which messages entered conversations, whatever the clocks say.
  add column position bigint,
  -- Shown in the conversation: the time of writing, then Telegram's.
  add column said_at timestamptz,
  -- When the message was written or retried here. Null: written elsewhere.
  add column queued_at timestamptz,
  -- Message number at Telegram, unique in the account.
  add column telegram_id integer,
  -- Idempotency key for Telegram: 64 bits as text.
  add column random_id text check (random_id ~ '^-?\d{1,19}$'),
  add column request_key text check (length(request_key) <= 120),
  -- Code of the channel for the last failure.
  add column failure text,
  add column kind text
    check (kind in ('voice', 'video_message', 'video', 'audio', 'animation', 'sticker', 'contact', 'location', 'poll',
    'other')),
  -- Telegram number of the answered message, which may be unknown here.
  add column reply_to integer,
  -- Reactions of the person. 'custom' is an emoji that only Telegram can draw.
  add column reactions text[] not null default '{}' check (cardinality(reactions) <= 10),
  add column edited_at timestamptz,
  add column deleted_at timestamptz,
  add column file_id bigint references files (id) on delete set null,
  add column file_name text check (length(file_name) <= 255),
  add column file_size bigint,
  -- no_space: the company has no storage left.
  add column file_state text
    check (file_state in ('stored', 'loading', 'no_space', 'file_too_large', 'illegal_file_type', 'failed')),
  -- Earliest next download. Null: at once.
  add column file_due_at timestamptz,
  add column file_attempts integer not null default 0,
  add column former_id bigint;

update messages set dialog_id = copy.dialog_id, position = copy.id, former_id = copy.id, said_at = copy.sent_at, queued_at = copy.queued_at,
  telegram_id = copy.telegram_id, random_id = copy.random_id, failure = copy.error, edited_at = copy.edited_at, deleted_at = copy.deleted_at,
  reply_to = copy.reply_to, kind = copy.kind, reactions = copy.reactions, body_text = copy.body, telegram_account_id = copy.account_id,
  state = case when messages.state = 'handed_over' and copy.state = 'planned' then 'claimed' else messages.state end,
  send_at = coalesce(copy.due_at, messages.send_at)
  from telegram_messages as copy where copy.mailing_message_id = messages.id;
insert into messages (company_id, created_by, state, body_text, send_at, attempts, sent_at, error_reason, error_detail, status_changed_at, created_at,
    is_mass, channel, telegram_account_id, is_out, dialog_id, position, former_id, said_at, queued_at, telegram_id, random_id, request_key,
    failure, kind, reply_to, reactions, edited_at, deleted_at, file_id, file_name, file_size, file_state, file_due_at, file_attempts)
  select company_id, sender_id, case state when 'sending' then 'handed_over' when 'failed' then 'error' else state end, body,
    coalesce(due_at, sent_at), attempts, case when state = 'sent' then sent_at end, case when state = 'failed' then 'unexpected' end,
    error_detail, sent_at, coalesce(queued_at, sent_at),
    is_from_mailing, 'telegram', account_id, is_out, dialog_id, id, id, sent_at, queued_at, telegram_id, random_id, request_key,
    error, kind, reply_to, reactions, edited_at, deleted_at, file_id, file_name, file_size, file_state, file_due_at, file_attempts
  from telegram_messages where mailing_message_id is null order by id;
-- New positions follow all former ones.
select setval(pg_get_serial_sequence('messages', 'id'), greatest(max(id), max(position), 1)) from messages;

alter table telegram_message_versions drop constraint telegram_message_versions_message_id_fkey;
update telegram_message_versions as version set message_id = messages.id from messages where messages.former_id = version.message_id;
alter table telegram_message_versions add foreign key (message_id) references messages (id) on delete cascade;
truncate telegram_message_words;
alter table telegram_message_words drop constraint telegram_message_words_message_id_fkey,
  add foreign key (message_id) references messages (id) on delete cascade;
insert into telegram_message_words (company_id, word, message_id)
  select company_id, word, id from messages cross join headwater_split_words(body_text) as word where dialog_id is not null;
update telegram_dialogs as dialog set
  last_message_id = (select id from messages where former_id = dialog.last_message_id),
  no_answer_needed_up_to = (select id from messages where former_id = dialog.no_answer_needed_up_to);
update notices set object_id = messages.id from messages
  where notices.kind = 'reply' and notices.detail = 'telegram' and messages.former_id = notices.object_id;
drop table telegram_messages;
drop function headwater_audit_telegram_message;
alter table messages drop column former_id,
  add constraint messages_place check (recipient_id is not null or dialog_id is not null),
  add constraint messages_conversation check ((dialog_id is null) = (position is null) and (dialog_id is null) = (said_at is null)),
  add constraint messages_direction check (is_out or state = 'received');

create unique index messages_telegram_number on messages (telegram_account_id, telegram_id) where telegram_id is not null;
create unique index messages_telegram_random on messages (telegram_account_id, random_id) where random_id is not null;
create unique index messages_request on messages (dialog_id, request_key) where request_key is not null;
create index messages_of_dialog on messages (dialog_id, said_at desc, id desc) where dialog_id is not null;
create index messages_out_of_dialog on messages (dialog_id, said_at desc, id desc) where is_out and dialog_id is not null;
-- Latest own message of a dialog.
create index messages_latest_out on messages (dialog_id, coalesce(queued_at, said_at) desc, position desc)
  where is_out and dialog_id is not null;
-- Received messages by Telegram number, for the read position (TG-029).
create index messages_received on messages (dialog_id, telegram_id) where not is_out;
create index messages_waiting_in_dialogs on messages (telegram_account_id, send_at)
  where state in ('planned', 'claimed', 'handed_over') and dialog_id is not null;
create index messages_loading on messages (telegram_account_id, file_due_at) where file_state in ('loading', 'no_space');
create index messages_file on messages (file_id) where file_id is not null;
drop index messages_telegram;
create index messages_telegram on messages (telegram_account_id, sent_at) where telegram_account_id is not null;
drop index messages_telegram_due;
create index messages_telegram_due on messages (telegram_account_id, send_at, id)
  where channel = 'telegram' and state = 'planned' and recipient_id is not null;
-- The inbox shows messages to recipients.
drop index messages_activity;
create index messages_activity
  on messages (company_id, (case when sent_at is null then created_at else sent_at end) desc, id desc) where recipient_id is not null;

drop function headwater_index_telegram_words cascade;
create function headwater_index_message_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from telegram_message_words where message_id = new.id;
  end if;
  if new.dialog_id is not null then
    insert into telegram_message_words (company_id, word, message_id)
      select new.company_id, word, new.id from headwater_split_words(new.body_text) as word;
  end if;
  return null;
end $$;
create trigger messages_words after insert on messages for each row
  when (new.dialog_id is not null) execute function headwater_index_message_words();
create trigger messages_words_changed after update of body_text, dialog_id on messages for each row
  when (coalesce(old.dialog_id, new.dialog_id) is not null
    and (old.body_text <> new.body_text or (old.dialog_id is null) <> (new.dialog_id is null)))
  execute function headwater_index_message_words();

create function headwater_audit_dialog_message() returns trigger language plpgsql as $$
declare
  profile bigint := (select profile_id from telegram_dialogs where id = new.dialog_id);
begin
  if profile is not null then
    perform headwater_add_audit_entry(new.company_id, now(), new.created_by, 'message_sent', 'profile', profile);
  end if;
  return null;
end $$;
create trigger messages_audit after insert on messages for each row
  when (new.dialog_id is not null and new.created_by is not null) execute function headwater_audit_dialog_message();
create trigger messages_audit_entered after update of dialog_id on messages for each row
  when (old.dialog_id is null and new.dialog_id is not null and new.created_by is not null) execute function headwater_audit_dialog_message();

create or replace view message_progress with (security_invoker = true) as
select id, company_id, recipient_id, step, variant, created_by, send_at,
  case
    when state in ('error', 'unknown') then 'error'
    when state = 'sent' and replied_at is not null then 'replied'
    when state = 'sent' and opened_at is not null then 'opened'
    when state = 'sent' then 'sent'
    when channel = 'email' and exists (select from mailing_recipients as recipient
      join suppressions on suppressions.company_id = recipient.company_id and suppressions.address_key = recipient.email_key
      where recipient.id = messages.recipient_id and suppressions.released_at is null) then 'suppressed'
    when error_reason = 'soft_bounce' then 'soft_bounced'
    else 'waiting'
  end as status,
  case when replied_at is not null then 'replied' when bounced_at is not null then 'bounced' when opened_at is not null then 'opened' else state end
    as furthest,
  state = 'sent' or bounced_at is not null as has_left,
  replied_at is not null or state = 'sent' and opened_at is not null as is_opened,
  replied_at is not null as is_replied,
  state in ('planned', 'claimed', 'handed_over') as is_on_its_way,
  state in ('claimed', 'handed_over') as is_in_hand,
  state in ('error', 'unknown') as is_failed,
  state = 'unknown' as is_undecided,
  coalesce(replied_at, opened_at, sent_at) as reached_at,
  greatest(status_changed_at, sent_at, opened_at, replied_at, bounced_at) as changed_at,
  channel
from messages where recipient_id is not null;
