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

-- Profiles that were listed to a person, for the filter "shown"; one row each and vacancy, the last time counts.
create table profile_listings (
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  folder_id bigint,
  listed_at timestamptz not null
);
-- Who is listed inside a vacancy and elsewhere was listed in both.
create unique index profile_listings_once on profile_listings (user_id, profile_id, coalesce(folder_id, 0));
create index profile_listings_of_folder on profile_listings (folder_id, listed_at) where folder_id is not null;
create index profile_listings_company on profile_listings (company_id, listed_at);
call make_tenant_table('profile_listings');

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

-- The query that drives a vacancy, in the one form in which equal queries are equal.
create table smart_folders (
  vacancy_id bigint primary key references vacancies (id) on delete cascade,
  company_id bigint not null references companies (id),
  query text not null,
  filters text not null,
  ranking text not null,
  updated_by bigint not null references users (id),
  updated_at timestamptz not null
);
create index smart_folders_query on smart_folders (company_id, md5(query), md5(filters));
call make_tenant_table('smart_folders');

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

-- A search by a request in plain words: what it was understood as, whom it found, and what likes and dislikes taught it.
create table ai_searches (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  folder_id bigint,
  request text not null,
  state text not null default 'processing' check (state in ('processing', 'found', 'cancelled', 'failed')),
  -- Grows with every query: what an older run finds is thrown away.
  run integer not null default 1,
  tries integer not null default 0,
  -- As the address of a search has them; null until the request is understood.
  query text,
  filters text,
  levels jsonb not null default '[]',
  rest text[] not null default '{}',
  made_by text check (made_by in ('model', 'reader', 'person')),
  model_failed boolean not null default false,
  -- Key of a message.
  error text,
  total integer not null default 0,
  -- The best matches in the order of the engine, and in the order of the model.
  pool integer[] not null default '{}',
  ranked integer[] not null default '{}',
  feedback_version integer not null default 0,
  trained_version integer not null default 0,
  feedback_at timestamptz,
  learned jsonb,
  created_at timestamptz not null
);
create index ai_searches_person on ai_searches (user_id, id desc);
create index ai_searches_unlearned on ai_searches (feedback_at) where state = 'found' and trained_version < feedback_version;
call make_tenant_table('ai_searches');

create table ai_search_feedback (
  search_id bigint not null references ai_searches (id) on delete cascade,
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  value text not null check (value in ('like', 'dislike')),
  created_at timestamptz not null,
  primary key (search_id, profile_id)
);
create index ai_search_feedback_profile on ai_search_feedback (profile_id);
call make_tenant_table('ai_search_feedback');
