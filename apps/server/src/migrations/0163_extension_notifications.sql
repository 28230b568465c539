-- What the browser extension tells its users; written by the staff of the installation.
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
  -- Null: companies of any kind.
  access_type text check (access_type in ('pay', 'demo', 'extension')),
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((description_en = '') = (description_ru = ''))
);
create index extension_notifications_list on extension_notifications (weight desc, id desc);
alter table extension_notifications enable row level security;
alter table extension_notifications force row level security;
create policy extension_notifications_system on extension_notifications for all using (headwater_is_system()) with check (headwater_is_system());
grant select, insert, update, delete on extension_notifications to headwater_app;
