-- Notifications of a user: replies, finished jobs, failing mailboxes, limits, mentions.
create table notices (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('reply', 'job', 'mailbox', 'messenger', 'limit', 'mention')),
  -- Identifies the event. One event notifies once.
  key text not null check (length(key) <= 600),
  -- Deleted with the person.
  profile_id bigint references profiles (id) on delete cascade,
  -- Message, job or comment.
  object_id bigint,
  -- Text without another source: the address of a mailbox, the name of a limit.
  detail text not null default '' check (length(detail) <= 500),
  -- Shown in the list.
  in_app boolean not null,
  -- Waits for the daily e-mail.
  for_email boolean not null,
  created_at timestamptz not null,
  read_at timestamptz,
  -- Waits for delivery to browsers.
  for_push boolean not null default false,
  -- Digest that took the notice. After a failed commit, a process returns only its own notices.
  digest_key uuid,
  unique (user_id, kind, key)
);
create index notices_list on notices (user_id, id desc) where in_app;
create index notices_email on notices (created_at) where for_email;
create index notices_profile on notices (profile_id) where profile_id is not null;
create index notices_age on notices (created_at);
create index notices_push on notices (user_id) where for_push;
call make_tenant_table('notices');

-- Delivery by kind. No row: in the application only.
create table notice_settings (
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('reply', 'job', 'mailbox', 'messenger', 'limit', 'mention')),
  in_app boolean not null,
  email boolean not null,
  push boolean not null default true,
  primary key (user_id, kind)
);
call make_tenant_table('notice_settings');

-- Announcements of staff to all or some companies.
create table system_notifications (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 255),
  -- Sanitised html.
  content text not null,
  show_format text not null check (show_format in ('short', 'full')),
  type text not null check (type in ('maintenance', 'other')),
  button_text text not null default '' check (length(button_text) <= 50),
  button_link text not null default '' check (length(button_link) <= 2000),
  -- Days in Moscow time. Null: unbounded.
  start_date date,
  end_date date,
  active boolean not null default true,
  -- All given targets must match. Null and an empty list match everyone.
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
create policy system_notifications_write on system_notifications for all
  using (headwater_is_system()) with check (headwater_is_system());

-- No row: not seen.
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

-- Announcements of staff in the browser extension.
create table extension_notifications (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 255),
  description_en text not null default '' check (length(description_en) <= 1000),
  description_ru text not null default '' check (length(description_ru) <= 1000),
  text_en text not null default '' check (length(text_en) <= 10000),
  text_ru text not null default '' check (length(text_ru) <= 10000),
  -- Empty: all sites.
  sites text[] not null default '{}',
  -- Empty: all versions. A trailing 'c' marks a custom build.
  versions_shown text[] not null default '{}',
  -- Empty: none.
  versions_hidden text[] not null default '{}',
  weight integer not null default 0 check (weight >= 0),
  -- Null: all companies.
  access_type text check (access_type in ('pay', 'demo', 'extension')),
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((description_en = '') = (description_ru = ''))
);
create index extension_notifications_list on extension_notifications (weight desc, id desc);
alter table extension_notifications enable row level security;
alter table extension_notifications force row level security;
create policy extension_notifications_system on extension_notifications for all
  using (headwater_is_system()) with check (headwater_is_system());
