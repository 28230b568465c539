-- People who are erased on their request (DEC-14), and how far each has come. A person is named by number alone.
create table erasures (
  id bigint generated always as identity primary key,
  -- Null: a person of the common base.
  company_id bigint references companies (id),
  profile_id bigint not null unique,
  requested_by bigint references users (id) on delete set null,
  requested_at timestamptz not null,
  -- When the database forgot the person, the store their files, and the index its documents, in this order.
  rows_deleted_at timestamptz,
  files_deleted_at timestamptz,
  finished_at timestamptz,
  -- Keys of the store whose bytes are still there.
  store_keys text[] not null default '{}',
  -- How much was deleted, by kind.
  counts jsonb not null default '{}'
);
create index erasures_list on erasures (company_id, id desc);
alter table erasures enable row level security;
alter table erasures force row level security;
create policy erasures_all on erasures for all using (company_id = headwater_company() or headwater_is_system())
  with check (company_id = headwater_company() or headwater_is_system());
grant select, insert, update, delete on erasures to headwater_app;

-- By which an import knows people who were erased: keyed hashes of their addresses, accounts and keys of the source.
create table erased_fingerprints (
  -- Null: erased from the common base, and so for everybody.
  company_id bigint references companies (id),
  fingerprint bytea not null,
  erased_at timestamptz not null
);
create unique index erased_fingerprints_once on erased_fingerprints (fingerprint, coalesce(company_id, 0));
alter table erased_fingerprints enable row level security;
alter table erased_fingerprints force row level security;
create policy erased_fingerprints_read on erased_fingerprints for select
  using (company_id is null or company_id = headwater_company() or headwater_is_system());
create policy erased_fingerprints_write on erased_fingerprints for all
  using (company_id = headwater_company() or headwater_is_system())
  with check (company_id = headwater_company() or headwater_is_system());
grant select, insert on erased_fingerprints to headwater_app;
