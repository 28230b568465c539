-- How long a company keeps people of its own whom nobody works with.
create table retention_rules (
  company_id bigint primary key references companies (id),
  months integer not null check (months between 1 and 120),
  changed_by bigint references users (id) on delete set null,
  changed_at timestamptz not null
);
call make_tenant_table('retention_rules');
