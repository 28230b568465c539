-- The latest import from an applicant-tracking system (ADR 109). The job holds the state.
create table ats_imports (
  company_id bigint not null references companies (id),
  -- Name of a registered integration: greenhouse_import.
  integration text not null check (length(integration) <= 40),
  job_id bigint not null references jobs (id) on delete cascade,
  -- People that were left out, without their data: [{id, reason}]
  left_out jsonb not null default '[]',
  started_at timestamptz not null,
  primary key (company_id, integration)
);
create index ats_imports_job on ats_imports (job_id);
call make_tenant_table('ats_imports');
