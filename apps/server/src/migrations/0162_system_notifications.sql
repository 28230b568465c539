-- What the staff of the installation tells people of all or some companies.
create table system_notifications (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 255),
  -- Html of the editor, cleaned.
  content text not null,
  show_format text not null check (show_format in ('short', 'full')),
  type text not null check (type in ('maintenance', 'other')),
  button_text text not null default '' check (length(button_text) <= 50),
  button_link text not null default '' check (length(button_link) <= 2000),
  -- First and last day in Moscow; null: no bound.
  start_date date,
  end_date date,
  active boolean not null default true,
  -- Whom it is meant for: all that is given must match, null and an empty list match everybody.
  target_user_role text,
  target_can_search boolean,
  company_ids bigint[] not null default '{}',
  region text check (region in ('russia', 'rest')),
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (end_date >= start_date)
);
alter table system_notifications enable row level security;
alter table system_notifications force row level security;
create policy system_notifications_read on system_notifications for select using (true);
create policy system_notifications_write on system_notifications for all using (headwater_is_system()) with check (headwater_is_system());
grant select, insert, update, delete on system_notifications to headwater_app;

-- What people did with them; whoever has no row has not seen it.
create table system_notification_statuses (
  company_id bigint not null references companies (id),
  notification_id bigint not null references system_notifications (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  status text not null check (status in ('read', 'hidden')),
  changed_at timestamptz not null,
  primary key (user_id, notification_id, company_id)
);
create index system_notification_statuses_notification on system_notification_statuses (notification_id);
call make_tenant_table('system_notification_statuses');
grant select, insert, update, delete on system_notification_statuses to headwater_app;
