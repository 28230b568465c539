-- Rows of enrichment files a month; null: no limit.
alter table companies add column enrichment_rows_per_month integer default 100000 check (enrichment_rows_per_month >= 0);
-- Whoever searches enriches, until somebody decides otherwise.
update users set data_enrichment_enabled = true where can_search and role not in ('hm', 'admin_without_search');

create table enrichment_requests (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_by bigint references users (id) on delete set null,
  -- Its state is the job's.
  job_id bigint references jobs (id) on delete set null,
  name text not null check (length(name) between 1 and 255),
  file_name text not null check (length(file_name) between 1 and 255),
  delimiter text not null check (delimiter in ('comma', 'semicolon', 'tab')),
  -- A type a column.
  columns text[] not null,
  rows integer not null check (rows >= 0),
  parts integer not null check (parts >= 0),
  done integer not null default 0,
  found integer not null default 0,
  ambiguous integer not null default 0,
  errors integer not null default 0,
  added integer not null default 0,
  -- Of the company's time zone: whose quota its rows are counted against.
  month date not null,
  created_at timestamptz not null default now()
);
create index enrichment_requests_list on enrichment_requests (company_id, id);
create index enrichment_requests_month on enrichment_requests (company_id, month);
create index enrichment_requests_job on enrichment_requests (job_id);
create index enrichment_requests_creator on enrichment_requests (created_by);
call make_tenant_table('enrichment_requests');

-- The rows of a file, some hundreds together, and what became of each.
create table enrichment_parts (
  request_id bigint not null references enrichment_requests (id) on delete cascade,
  company_id bigint not null references companies (id),
  number integer not null,
  -- [line, cells, fault?] a row.
  rows jsonb not null,
  -- One a row, in their order; null until the part is done.
  outcomes jsonb,
  primary key (request_id, number)
);
create index enrichment_parts_company on enrichment_parts (company_id);
call make_tenant_table('enrichment_parts');
