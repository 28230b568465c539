-- Exports of a whole company (OPS-006). The file is in the file store until it expires.
create table company_exports (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_by bigint references users (id) on delete set null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  failure text check (failure in ('space', 'too_large', 'unexpected')),
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  store_key text,
  bytes bigint,
  rows bigint,
  files integer,
  check ((state = 'done') = (expires_at is not null))
);
-- A company has one export at a time.
create unique index company_exports_unfinished on company_exports (company_id) where state in ('waiting', 'running');
create index company_exports_expiring on company_exports (expires_at) where expires_at is not null;
call make_tenant_table('company_exports');
