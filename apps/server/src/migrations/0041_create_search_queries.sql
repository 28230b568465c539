-- Every search that was made, as its address says it: the id names it for hints, history and smart folders.
create table search_queries (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  query text not null,
  filters text not null,
  ranking text not null,
  folder_id bigint,
  found integer not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  is_hidden boolean not null default false
);
-- The same search made again is the same entry.
create unique index search_queries_once
  on search_queries (user_id, coalesce(folder_id, 0), ranking, md5(query), md5(filters));
create index search_queries_recent on search_queries (user_id, last_used_at desc);
call make_tenant_table('search_queries');

-- Profiles that were listed to a person, for the filter "shown"; one row each, the last time counts.
create table profile_listings (
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  folder_id bigint,
  listed_at timestamptz not null,
  primary key (user_id, profile_id)
);
create index profile_listings_company on profile_listings (company_id, listed_at);
call make_tenant_table('profile_listings');
