-- Vacancies of applicant-tracking systems that a company has connected; each integration writes its own.
create table ats_folders (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  -- `company`: the one that stands for the company's whole system; else the name of the system.
  ats_type text not null check (length(ats_type) between 1 and 50),
  -- The id in that system.
  external_id text not null check (length(external_id) between 1 and 255),
  name text not null default '' check (length(name) <= 255),
  unique (company_id, ats_type, external_id)
);
call make_tenant_table('ats_folders');
