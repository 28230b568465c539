-- Searches whose results somebody looked at. search_queries holds every one that was made, also those asked on the way.
create table search_history (
  query_id bigint primary key references search_queries (id) on delete cascade,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  folder_id bigint,
  found integer not null,
  -- When it came into the history; what refines it within seconds takes its place.
  first_shown_at timestamptz not null,
  shown_at timestamptz not null,
  is_hidden boolean not null default false
);
create index search_history_recent on search_history (user_id, shown_at desc, query_id desc) where not is_hidden;
create index search_history_of_folder on search_history (folder_id, shown_at desc, query_id desc) where not is_hidden and folder_id is not null;
call make_tenant_table('search_history');
