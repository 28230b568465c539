-- A SIM card does nothing by the clock: when it looks up the next username, also after Telegram wanted a pause of that, and when the next message of a sequence leaves.
alter table telegram_accounts
  add column next_look_up_at timestamptz,
  add column next_mailing_at timestamptz;
create or replace function headwater_note_telegram_account() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  changes := headwater_changes(case when tg_op = 'INSERT' then null else to_jsonb(old) end, to_jsonb(new),
    '{id,company_id,phone_number,telegram_user_id,name,username,is_premium,session,session_number,failure,soft_ban_until,flood_wait_until,next_dialog_at,next_look_up_at,next_mailing_at,holder,held_until,is_online,is_caught_up,wakes,created_by,created_at,looked_up_to,warms_up_since,changes_up_to}');
  if changes is not null then
    perform headwater_note(new.company_id, now(), null, 'settings_changed', 'settings', null, changes || jsonb_build_object('table', tg_table_name,
      'is_removed', new.state = 'removed'));
  end if;
  return null;
end $$;
