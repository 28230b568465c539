-- key is the folded name, unique in the company.
create table tags (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  name text not null check (length(name) between 1 and 50),
  key text not null,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  unique (company_id, key)
);
call make_tenant_table('tags');

create table profile_tags (
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  tag_id bigint not null references tags (id) on delete cascade,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  primary key (company_id, profile_id, tag_id)
);
create index profile_tags_tag on profile_tags (tag_id);
create index profile_tags_profile on profile_tags (profile_id);
call make_tenant_table('profile_tags');

-- Tags that a job added or removed, for undo.
create table tag_changes (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  job_id bigint not null references jobs (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  tag_id bigint not null references tags (id) on delete cascade,
  is_added boolean not null
);
create index tag_changes_job on tag_changes (job_id, id);
call make_tenant_table('tag_changes');

-- Public links to a profile. Only the hash of the token is stored.
create table profile_links (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  token_hash bytea not null unique,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened_count integer not null default 0,
  opened_at timestamptz
);
create index profile_links_profile on profile_links (profile_id, company_id);
call make_tenant_table('profile_links');

-- Complaints of users about a profile, read by staff.
create table profile_reports (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  -- Screen of the report.
  source text not null check (length(source) <= 50),
  reason text not null
    check (reason in ('wrong_contacts', 'wrong_merge', 'outdated', 'not_a_person', 'delete_on_request', 'other')),
  text text not null check (length(text) between 1 and 5000),
  -- Search that found the profile.
  query text not null default '' check (length(query) <= 10000),
  resolved_at timestamptz,
  resolved_by bigint references users (id) on delete set null
);
create index profile_reports_open on profile_reports (id desc) where resolved_at is null;
create index profile_reports_profile on profile_reports (profile_id);
call make_tenant_table('profile_reports');

-- Progress of imports. An interrupted import continues after the last committed record.
create table imports (
  -- SHA-256 of the file and the target company.
  source_hash text primary key,
  file_name text not null,
  company_id bigint references companies (id),
  kind text not null,
  -- Processed records, updated in the transaction that writes them.
  records_done bigint not null default 0,
  imported bigint not null default 0,
  failed bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
call make_tenant_table('imports');

-- Files to enrich. The job holds the state.
create table enrichment_requests (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_by bigint references users (id) on delete set null,
  job_id bigint references jobs (id) on delete set null,
  name text not null check (length(name) between 1 and 255),
  file_name text not null check (length(file_name) between 1 and 255),
  delimiter text not null check (delimiter in ('comma', 'semicolon', 'tab')),
  -- Type of each column.
  columns text[] not null,
  rows integer not null check (rows >= 0),
  parts integer not null check (parts >= 0),
  done integer not null default 0,
  found integer not null default 0,
  ambiguous integer not null default 0,
  errors integer not null default 0,
  added integer not null default 0,
  -- Month of the quota, in the company's time zone.
  month date not null,
  created_at timestamptz not null default now()
);
create index enrichment_requests_list on enrichment_requests (company_id, id);
create index enrichment_requests_month on enrichment_requests (company_id, month);
create index enrichment_requests_job on enrichment_requests (job_id);
create index enrichment_requests_creator on enrichment_requests (created_by);
call make_tenant_table('enrichment_requests');

-- Some hundred rows of a file, with their outcomes.
create table enrichment_parts (
  request_id bigint not null references enrichment_requests (id) on delete cascade,
  company_id bigint not null references companies (id),
  number integer not null,
  -- One [line, cells, fault?] per row.
  rows jsonb not null,
  -- One per row. Null until the part is done.
  outcomes jsonb,
  primary key (request_id, number)
);
create index enrichment_parts_company on enrichment_parts (company_id);
call make_tenant_table('enrichment_parts');

-- Profiles to compare again. Filled with search_changes.
create table duplicate_changes (
  id bigint generated always as identity primary key,
  profile_id bigint not null,
  -- Retry time after a failed comparison. Null: at once.
  retry_at timestamptz
);

create function headwater_queue_duplicate_checks() returns trigger language plpgsql as $$
begin
  insert into duplicate_changes (profile_id) select distinct profile_id from written;
  return null;
end $$;
create trigger search_changes_queue_duplicates after insert
  on search_changes referencing new table as written for each statement
  execute function headwater_queue_duplicate_checks();

-- Facts that are compared: one row for all companies, and one for each company with own changes.
create table duplicate_views (
  id bigint generated always as identity primary key,
  profile_id bigint not null references profiles (id) on delete cascade,
  -- Null: common base without changes.
  company_id bigint references companies (id),
  -- Null: the company does not see the profile.
  facts text,
  -- Groups of comparison, as in duplicate_keys.
  keys bigint[] not null
);
create unique index duplicate_views_once on duplicate_views (profile_id, coalesce(company_id, 0));
create index duplicate_views_company on duplicate_views (company_id, profile_id) where company_id is not null;
alter table duplicate_views enable row level security;
alter table duplicate_views force row level security;
create policy duplicate_views_read on duplicate_views for select
  using (company_id is null or company_id = headwater_company() or headwater_is_system());
create policy duplicate_views_write on duplicate_views for all
  using (headwater_is_system()) with check (headwater_is_system());

-- Members of a group. company_id 0: common base. No foreign key because its checks would dominate
-- the run time.
create table duplicate_keys (
  key bigint not null,
  company_id bigint not null,
  view_id bigint not null,
  primary key (key, company_id, view_id)
);
alter table duplicate_keys enable row level security;
alter table duplicate_keys force row level security;
create policy duplicate_keys_all on duplicate_keys for all
  using (headwater_is_system()) with check (headwater_is_system());

create function headwater_delete_duplicate_keys() returns trigger language plpgsql as $$
begin
  delete from duplicate_keys using (select id, coalesce(company_id, 0) as company_id, unnest(keys) as key from gone) as gone
    where duplicate_keys.key = gone.key and duplicate_keys.company_id = gone.company_id and duplicate_keys.view_id = gone.id;
  return null;
end $$;
create trigger duplicate_views_deleted after delete
  on duplicate_views referencing old table as gone for each statement execute function headwater_delete_duplicate_keys();

-- Pairs of profiles that may belong to one person.
create table duplicate_pairs (
  id bigint generated always as identity primary key,
  -- Null: both as in the common base. Otherwise as this company sees them.
  company_id bigint references companies (id),
  low_id bigint not null references profiles (id) on delete cascade,
  high_id bigint not null references profiles (id) on delete cascade,
  score smallint not null check (score between 0 and 100),
  -- [{code, value?}], strongest first.
  reasons jsonb not null,
  -- Hashes of shared addresses, phone numbers and pages.
  contacts bigint[] not null,
  found_at timestamptz not null,
  check (low_id < high_id)
);
create unique index duplicate_pairs_once on duplicate_pairs (low_id, high_id, coalesce(company_id, 0));
create index duplicate_pairs_high on duplicate_pairs (high_id);
create index duplicate_pairs_list on duplicate_pairs (company_id, score desc, id);
alter table duplicate_pairs enable row level security;
alter table duplicate_pairs force row level security;
create policy duplicate_pairs_read on duplicate_pairs for select
  using (company_id is null or company_id = headwater_company() or headwater_is_system());
create policy duplicate_pairs_write on duplicate_pairs for all
  using (headwater_is_system()) with check (headwater_is_system());

-- Pairs that a company rejected.
create table duplicate_dismissals (
  company_id bigint not null references companies (id),
  low_id bigint not null references profiles (id) on delete cascade,
  high_id bigint not null references profiles (id) on delete cascade,
  -- Shared contacts at the time. A new shared contact suggests the pair again.
  contacts bigint[] not null,
  dismissed_by bigint references users (id) on delete set null,
  dismissed_at timestamptz not null,
  primary key (company_id, low_id, high_id),
  check (low_id < high_id)
);
create index duplicate_dismissals_low on duplicate_dismissals (low_id);
create index duplicate_dismissals_high on duplicate_dismissals (high_id);
call make_tenant_table('duplicate_dismissals');

-- Erasures on request (DEC-14). A person is identified by number only.
create table erasures (
  id bigint generated always as identity primary key,
  -- Null: a person of the common base.
  company_id bigint references companies (id),
  profile_id bigint not null unique,
  requested_by bigint references users (id) on delete set null,
  requested_at timestamptz not null,
  -- Steps of the erasure, in this order: rows, files, search documents.
  rows_deleted_at timestamptz,
  files_deleted_at timestamptz,
  finished_at timestamptz,
  -- Files whose bytes still exist.
  store_keys text[] not null default '{}',
  -- Deleted rows by kind.
  counts jsonb not null default '{}'
);
create index erasures_list on erasures (company_id, id desc);
alter table erasures enable row level security;
alter table erasures force row level security;
create policy erasures_all on erasures for all
  using (company_id = headwater_company() or headwater_is_system())
  with check (company_id = headwater_company() or headwater_is_system());

-- Keyed hashes of addresses, accounts and source keys of erased people. Imports skip them.
create table erased_fingerprints (
  -- Null: erased from the common base, for all companies.
  company_id bigint references companies (id),
  fingerprint bytea not null,
  erased_at timestamptz not null,
  -- False: erased by a retention rule. Users may add the person again, imports may not.
  on_request boolean not null default true
);
create unique index erased_fingerprints_once on erased_fingerprints (fingerprint, coalesce(company_id, 0));
alter table erased_fingerprints enable row level security;
alter table erased_fingerprints force row level security;
create policy erased_fingerprints_read on erased_fingerprints for select
  using (company_id is null or company_id = headwater_company() or headwater_is_system());
create policy erased_fingerprints_write on erased_fingerprints for all
  using (company_id = headwater_company() or headwater_is_system())
  with check (company_id = headwater_company() or headwater_is_system());

-- How long a company keeps its own unused profiles.
create table retention_rules (
  company_id bigint primary key references companies (id),
  months integer not null check (months between 1 and 120),
  changed_by bigint references users (id) on delete set null,
  changed_at timestamptz not null
);
call make_tenant_table('retention_rules');
