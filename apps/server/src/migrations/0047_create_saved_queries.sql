-- Searches that one person keeps under a name.
create table saved_queries (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 1000),
  query text not null,
  filters text not null,
  ranking text not null,
  -- What it found when it was last opened: how many, and who (modules/saved-queries/seen-ids); null: too many to keep.
  found integer not null,
  seen bytea,
  opened_at timestamptz not null,
  created_at timestamptz not null,
  -- Deleted ones are kept for an hour, as deleting can be undone.
  deleted_at timestamptz
);
create unique index saved_queries_name on saved_queries (user_id, lower(name)) where deleted_at is null;
create index saved_queries_list on saved_queries (user_id, id desc) where deleted_at is null;
call make_tenant_table('saved_queries');
