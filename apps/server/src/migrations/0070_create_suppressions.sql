-- Addresses that a company no longer writes to, whatever the mailing and the channel (DEC-05).
create table suppressions (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  -- Keyed hash of the address and the company: what is asked before sending. It stays where the person is erased.
  address_hash bytea not null,
  -- For people to read and search; null once the person was erased.
  address text check (length(address) <= 255),
  reason text not null check (reason in ('unsubscribed', 'bounce', 'complaint', 'manual')),
  source text not null check (source in ('link', 'one_click', 'hearing', 'server', 'hand')),
  -- The letter that it came of; without a reference, as letters go with their people.
  message_id bigint,
  note text not null default '' check (length(note) <= 1000),
  added_by bigint references users (id) on delete set null,
  added_at timestamptz not null,
  -- Released ones stay as a record of who let the address be written to again, and why.
  released_at timestamptz,
  released_by bigint references users (id) on delete set null,
  release_note text check (length(release_note) <= 1000)
);
create unique index suppressions_address on suppressions (company_id, address_hash) where released_at is null;
create index suppressions_list on suppressions (company_id, id desc);
create index suppressions_added_by on suppressions (added_by);
create index suppressions_released_by on suppressions (released_by);
call make_tenant_table('suppressions');

-- Settings of all messages of a company (MSET-005). No row: the defaults.
create table company_messaging_settings (
  company_id bigint primary key references companies (id),
  unsubscribe_link boolean not null default true,
  access_type text not null default 'public' check (access_type in ('public', 'private')),
  track_opens boolean not null default true,
  track_clicks boolean not null default true
);
call make_tenant_table('company_messaging_settings');
