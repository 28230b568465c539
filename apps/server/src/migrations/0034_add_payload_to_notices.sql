-- Facts of a notice by its kind; the contract defines and checks both.
alter table notices add column payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and length(payload::text) <= 2000);
update notices set payload = case kind
  when 'reply' then jsonb_build_object('channel', case detail when 'telegram' then 'telegram' else 'email' end)
  when 'mailbox' then jsonb_build_object('detail', detail)
  when 'messenger' then jsonb_build_object('detail', regexp_replace(detail, '^frozen ', ''), 'is_frozen', detail like 'frozen %')
  when 'statistics' then jsonb_build_object('detail', detail)
  when 'limit' then jsonb_build_object('detail', detail)
  else '{}' end;
alter table notices drop column detail;
alter table notices drop constraint notices_kind_check;
alter table notice_settings drop constraint notice_settings_kind_check;
