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
  transaction_id xid8 not null default pg_current_xact_id()
);
grant select, insert, delete on search_changes to headwater_app;
