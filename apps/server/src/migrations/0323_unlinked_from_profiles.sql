-- Of which profiles somebody has said that a dialog is not theirs: a name at Telegram that stands in the profile links it to them no more, until somebody says by hand that it is.
create table telegram_unlinked (
  dialog_id bigint not null references telegram_dialogs (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  company_id bigint not null references companies (id),
  said_at timestamptz not null,
  primary key (dialog_id, profile_id)
);
create index telegram_unlinked_profile on telegram_unlinked (profile_id);
call make_tenant_table('telegram_unlinked');

-- The task of 0320 counts answers by now, not only what was said of being written to: it looks at each of them once more.
update telegram_dialogs set is_stop_counted = false where profile_id is not null and peer_id is not null;
