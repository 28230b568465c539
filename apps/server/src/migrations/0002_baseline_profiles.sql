-- A candidate. company_id null: the common base, which every company sees; else the company that made or imported it.
create table profiles (
  id bigint generated always as identity primary key,
  company_id bigint references companies (id),
  -- Stable key in the source; a second import of it changes the profile instead of doubling it.
  external_key text,
  -- ProfileData of the contract, without contacts.
  data jsonb not null,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Erased on the owner's request: answers 410, data is emptied.
  deleted_at timestamptz
);
create unique index profiles_external_key on profiles (coalesce(company_id, 0), external_key) where external_key is not null;
create index profiles_company on profiles (company_id) where company_id is not null;
alter table profiles enable row level security;
alter table profiles force row level security;
create policy profiles_read on profiles for select using (company_id is null or company_id = headwater_company() or headwater_is_system());
create policy profiles_write on profiles for all
  using (company_id = headwater_company() or headwater_is_system())
  with check (company_id = headwater_company() or headwater_is_system());

-- company_id null: known to the common base; else added by that company and seen by it alone.
create table profile_contacts (
  id bigint generated always as identity primary key,
  profile_id bigint not null references profiles (id) on delete cascade,
  company_id bigint references companies (id),
  type text not null check (type in ('phone', 'email', 'skype', 'icq', 'telegram', 'link')),
  value text not null check (length(value) between 1 and 255),
  -- Lower-case e-mail, digits of a phone, name of a telegram account: what equal contacts share.
  normalized text not null,
  kind text check (kind in ('personal', 'corporate')),
  source text not null default 'external',
  is_active boolean not null default true,
  is_valid boolean not null default true,
  checked_at timestamptz,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create unique index profile_contacts_once on profile_contacts (profile_id, type, normalized, coalesce(company_id, 0));
create index profile_contacts_value on profile_contacts (type, normalized);
alter table profile_contacts enable row level security;
alter table profile_contacts force row level security;
create policy profile_contacts_read on profile_contacts for select
  using (company_id is null or company_id = headwater_company() or headwater_is_system());
create policy profile_contacts_write on profile_contacts for all
  using (company_id = headwater_company() or headwater_is_system())
  with check (company_id = headwater_company() or headwater_is_system());

-- Every change that search must learn of, in the transaction that makes it. The engine follows `version`.
create table search_changes (
  version bigint generated always as identity primary key,
  profile_id bigint not null,
  changed_at timestamptz not null default now(),
  -- Versions are handed out before commit: a reader only trusts those whose transaction is older than every running one.
  transaction_id xid8 not null default pg_current_xact_id(),
  -- The company in whose name it was made, so that whoever made a change can wait for it. Empty: for the common base.
  changed_in bigint default nullif(headwater_company(), 0)
);
-- Search follows whole transactions: everything of transactions older than every running one is final, so no change can be passed over.
create index search_changes_transaction on search_changes (transaction_id, profile_id);
create index search_changes_changed_in on search_changes (changed_in, transaction_id desc) where changed_in is not null;
grant select, insert, delete on search_changes to headwater_app;

-- One row: changes of transactions below this number are no longer kept.
create table search_position (
  only_row boolean primary key default true check (only_row),
  pruned_below bigint not null default 0
);
insert into search_position default values;

-- Who opened which profile; also the day's count of a company (RSLT-024) and 'viewed' marks.
create table profile_views (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  viewed_at timestamptz not null default now()
);
create index profile_views_day on profile_views (company_id, viewed_at);
create index profile_views_profile on profile_views (profile_id, company_id, viewed_at desc);
create index profile_views_user on profile_views (user_id, profile_id);
call make_tenant_table('profile_views');

-- One opening of a profile's contacts a month and user (CONT-009); `month` is the first day in the company's time zone.
create table contact_openings (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  month date not null,
  opened_at timestamptz not null default now(),
  unique (company_id, user_id, profile_id, month)
);
create index contact_openings_month on contact_openings (company_id, month);
call make_tenant_table('contact_openings');

-- How far an import came, so that one that was stopped goes on where it was and never doubles.
-- Written by the person at the server's terminal, for all companies: no tenant rows.
create table imports (
  -- SHA-256 of the file's bytes with the target company, so that a renamed file is the same import and another company another one.
  source_hash text primary key,
  file_name text not null,
  company_id bigint references companies (id),
  kind text not null,
  -- Records of the file that are dealt with, counted from its start; stored in the transaction that writes them.
  records_done bigint not null default 0,
  imported bigint not null default 0,
  failed bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
grant select, insert, update, delete on imports to headwater_app;
