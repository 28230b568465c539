alter table telegram_accounts
  -- The newest message of Telegram up to which nothing is missing in any dialog: where looking through them ends.
  add column looked_up_to integer not null default 0,
  -- Since when it has been warming up: also one that was removed and came back goes on where it was.
  add column warms_up_since timestamptz default now();
update telegram_accounts set warms_up_since = created_at;
alter table telegram_accounts alter column warms_up_since set not null;
create index telegram_accounts_removed on telegram_accounts (company_id, telegram_user_id) where state = 'removed';

-- Neither is a setting.
create or replace function headwater_note_telegram_account() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  changes := headwater_changes(case when tg_op = 'INSERT' then null else to_jsonb(old) end, to_jsonb(new),
    '{id,company_id,phone_number,telegram_user_id,name,username,is_premium,session,session_number,failure,soft_ban_until,flood_wait_until,next_dialog_at,holder,held_until,is_online,wakes,created_by,created_at,looked_up_to,warms_up_since}');
  if changes is not null then
    perform headwater_note(new.company_id, now(), null, 'settings_changed', 'settings', null, changes || jsonb_build_object('table', tg_table_name,
      'is_removed', new.state = 'removed'));
  end if;
  return null;
end $$;
