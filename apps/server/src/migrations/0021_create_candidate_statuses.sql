-- One row a company: made together with its first statuses, and locked by whoever changes the list.
create table status_collections (
  company_id bigint primary key references companies (id),
  created_at timestamptz not null default now()
);
call make_tenant_table('status_collections');

create table candidate_statuses (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  parent_id bigint references candidate_statuses (id),
  name text not null check (length(name) between 1 and 50),
  -- Among the statuses of the same parent.
  position integer not null,
  -- May be given to candidates.
  is_active boolean not null default true,
  -- Is put into every new vacancy.
  selected boolean not null default true,
  color smallint not null check (color between 0 and 11),
  used_by_mixmax boolean not null default false,
  created_at timestamptz not null default now(),
  -- Kept, so that history can still name it.
  deleted_at timestamptz
);
create unique index candidate_statuses_name on candidate_statuses (company_id, lower(name)) where deleted_at is null;
call make_tenant_table('candidate_statuses');
