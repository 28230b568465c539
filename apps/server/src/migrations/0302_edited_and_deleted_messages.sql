-- What became of messages at Telegram: words that were changed, and messages that were taken away. What was said before stays to be read.
alter table telegram_messages
  add column edited_at timestamptz,
  add column deleted_at timestamptz;
create table telegram_message_versions (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  message_id bigint not null references telegram_messages (id) on delete cascade,
  body text not null check (length(body) <= 100000),
  -- Since when it said that.
  written_at timestamptz not null
);
create index telegram_message_versions_message on telegram_message_versions (message_id, id);
call make_tenant_table('telegram_message_versions');

-- Grows with each change of what stood in a dialog before: whoever has read it reads it again.
alter table telegram_dialogs add column changes integer not null default 0;

-- Telegram's count of what happened to an account, up to which its edits and deletions are known. Null: from now on.
alter table telegram_accounts add column changes_up_to integer;
create or replace function headwater_note_telegram_account() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  changes := headwater_changes(case when tg_op = 'INSERT' then null else to_jsonb(old) end, to_jsonb(new),
    '{id,company_id,phone_number,telegram_user_id,name,username,is_premium,session,session_number,failure,soft_ban_until,flood_wait_until,next_dialog_at,holder,held_until,is_online,is_caught_up,wakes,created_by,created_at,looked_up_to,warms_up_since,changes_up_to}');
  if changes is not null then
    perform headwater_note(new.company_id, now(), null, 'settings_changed', 'settings', null, changes || jsonb_build_object('table', tg_table_name,
      'is_removed', new.state = 'removed'));
  end if;
  return null;
end $$;
