-- A profile that a company shows to whoever has the link. Only the hash of its token is known: who reads the database opens nothing.
create table profile_links (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  token_hash bytea not null unique,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened_count int not null default 0,
  opened_at timestamptz
);
create index profile_links_profile on profile_links (profile_id, company_id);
call make_tenant_table('profile_links');

-- What a person says is wrong with a profile; read by the staff of the installation.
create table profile_reports (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  -- The screen that it was sent from.
  source text not null check (length(source) <= 50),
  reason text not null check (reason in ('wrong_contacts', 'wrong_merge', 'outdated', 'not_a_person', 'delete_on_request', 'other')),
  text text not null check (length(text) between 1 and 5000),
  -- The search that had found the person.
  query text not null default '' check (length(query) <= 10000),
  resolved_at timestamptz,
  resolved_by bigint references users (id) on delete set null
);
create index profile_reports_open on profile_reports (id desc) where resolved_at is null;
create index profile_reports_profile on profile_reports (profile_id);
call make_tenant_table('profile_reports');
