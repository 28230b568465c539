-- One row per company, created with its first statuses. Changes of the list lock it.
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
  -- Order within the parent.
  position integer not null,
  -- May be assigned to candidates.
  is_active boolean not null default true,
  -- Initial status that was not renamed. Its name is translated.
  is_default boolean not null default false,
  -- Added to each new vacancy.
  selected boolean not null default true,
  color smallint not null check (color between 0 and 11),
  used_by_mixmax boolean not null default false,
  created_at timestamptz not null default now(),
  -- Kept for the history.
  deleted_at timestamptz
);
create unique index candidate_statuses_name on candidate_statuses (company_id, lower(name)) where deleted_at is null;
call make_tenant_table('candidate_statuses');

create table vacancies (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_by bigint not null references users (id),
  name text not null check (length(name) between 1 and 255),
  company_name text not null default '' check (length(company_name) <= 255),
  description text not null default '' check (length(description) <= 10000),
  status text not null default 'active' check (status in ('active', 'closed')),
  access_type text not null default 'public' check (access_type in ('public', 'private')),
  -- Available statuses (candidate_statuses).
  status_ids bigint[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Kept for one hour of undo.
  deleted_at timestamptz,
  deleted_by_job bigint
);
create unique index vacancies_name on vacancies (created_by, lower(name)) where status = 'active' and deleted_at is null;
create index vacancies_list on vacancies (company_id, id desc) where deleted_at is null;
call make_tenant_table('vacancies');

create table vacancy_members (
  company_id bigint not null references companies (id),
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  -- assignee: a recruiter. granted: a hiring manager.
  kind text not null check (kind in ('assignee', 'granted')),
  -- Active vacancies of the hiring manager before the vacancy was deleted, so that undo may exceed
  -- a limit that was lowered since.
  active_count_before integer check (active_count_before >= 0),
  primary key (vacancy_id, user_id, kind)
);
create index vacancy_members_user on vacancy_members (user_id);
call make_tenant_table('vacancy_members');

create table candidates (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  status_id bigint not null references candidate_statuses (id),
  created_by bigint not null references users (id),
  search_query jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Kept for undo, and for the message history when the profile is added again.
  deleted_at timestamptz,
  keeps_messaging boolean not null default true
);
create unique index candidates_once on candidates (vacancy_id, profile_id) where deleted_at is null;
create index candidates_of_vacancy on candidates (vacancy_id, status_id, id desc) where deleted_at is null;
-- Reads a page, newest first, without a sort.
create index candidates_newest on candidates (vacancy_id, created_at desc, id desc) where deleted_at is null;
create index candidates_of_profile on candidates (profile_id, company_id);
create index candidates_of_status on candidates (status_id) where deleted_at is null;
call make_tenant_table('candidates');

-- Changes of candidates. Undo of a job reads it.
create table candidate_history (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  candidate_id bigint not null references candidates (id) on delete cascade,
  user_id bigint not null references users (id),
  job_id bigint references jobs (id) on delete set null,
  action text not null check (action in ('added', 'status', 'moved', 'copied', 'removed', 'undone')),
  from_status_id bigint references candidate_statuses (id),
  to_status_id bigint references candidate_statuses (id),
  from_vacancy_id bigint references vacancies (id) on delete set null,
  to_vacancy_id bigint references vacancies (id) on delete set null,
  -- Source row of a move or copy.
  from_candidate_id bigint references candidates (id) on delete set null,
  -- Previous updated_at, restored by undo.
  from_updated_at timestamptz,
  at timestamptz not null
);
create index candidate_history_candidate on candidate_history (candidate_id, id desc);
create index candidate_history_job on candidate_history (job_id, id);
call make_tenant_table('candidate_history');

-- Comments of a company on a profile. candidate_id: written inside a vacancy.
create table comments (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  candidate_id bigint references candidates (id) on delete set null,
  text text not null check (length(text) between 1 and 5000),
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Job that moved the comment, and the previous candidate. Null: it was copied.
  moved_by_job bigint,
  moved_from bigint
);
create index comments_profile on comments (profile_id, company_id);
create index comments_candidate on comments (candidate_id) where candidate_id is not null;
create index comments_moved on comments (moved_by_job) where moved_by_job is not null;
call make_tenant_table('comments');

-- Vacancy texts by a language model.
create table vacancy_descriptions (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  position text not null check (length(position) between 1 and 200),
  company_name text not null check (length(company_name) between 1 and 200),
  responsibilities text not null check (length(responsibilities) between 1 and 5000),
  requirements text not null default '' check (length(requirements) <= 5000),
  additional_info text not null default '' check (length(additional_info) <= 5000),
  language text not null,
  body text not null default '' check (length(body) <= 10000),
  progress text not null check (progress in ('pending', 'processing', 'done', 'failed', 'cancelled')),
  -- Incremented with each request. Results of earlier runs are dropped.
  run integer not null default 1,
  -- A credit was taken for the current run. A run without a result refunds it once.
  is_paid boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index vacancy_descriptions_list on vacancy_descriptions (user_id, id desc);
call make_tenant_table('vacancy_descriptions');

-- Each executed search. Its id is used by hints, history and smart folders.
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
-- Repeating a search updates its entry.
create unique index search_queries_once
  on search_queries (user_id, coalesce(folder_id, 0), ranking, md5(query), md5(filters));
call make_tenant_table('search_queries');

-- Profiles that a search listed to a user, for the filter "shown". One row per user, profile and
-- vacancy.
create table profile_listings (
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  folder_id bigint,
  listed_at timestamptz not null
);
create unique index profile_listings_once on profile_listings (user_id, profile_id, coalesce(folder_id, 0));
create index profile_listings_of_folder on profile_listings (folder_id, listed_at) where folder_id is not null;
create index profile_listings_company on profile_listings (company_id, listed_at);
call make_tenant_table('profile_listings');

-- Named searches of a user.
create table saved_queries (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 1000),
  query text not null,
  filters text not null,
  ranking text not null,
  -- Result of the latest opening: the count, and the ids (modules/saved-queries/seen-ids). Null:
  -- too many ids.
  found integer not null,
  seen bytea,
  opened_at timestamptz not null,
  created_at timestamptz not null,
  -- Kept for one hour of undo.
  deleted_at timestamptz
);
create unique index saved_queries_name on saved_queries (user_id, lower(name)) where deleted_at is null;
create index saved_queries_list on saved_queries (user_id, id desc) where deleted_at is null;
call make_tenant_table('saved_queries');

-- Searches whose results were opened. search_queries also holds intermediate ones.
create table search_history (
  query_id bigint primary key references search_queries (id) on delete cascade,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  folder_id bigint,
  found integer not null,
  -- A refinement within seconds replaces the entry.
  first_shown_at timestamptz not null,
  shown_at timestamptz not null,
  is_hidden boolean not null default false
);
create index search_history_recent on search_history (user_id, shown_at desc, query_id desc) where not is_hidden;
create index search_history_of_folder on search_history (folder_id, shown_at desc, query_id desc)
  where not is_hidden and folder_id is not null;
call make_tenant_table('search_history');

-- Query of a vacancy in canonical form.
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

-- Vacancies of connected applicant-tracking systems.
create table ats_folders (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  -- 'company' stands for the company's whole system. Otherwise the name of the system.
  ats_type text not null check (length(ats_type) between 1 and 50),
  -- Id in that system.
  external_id text not null check (length(external_id) between 1 and 255),
  name text not null default '' check (length(name) <= 255),
  unique (company_id, ats_type, external_id)
);
call make_tenant_table('ats_folders');

-- Searches by a request in plain language, with the parsed query, the results and the learned
-- ranking.
create table ai_searches (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  folder_id bigint,
  request text not null,
  state text not null default 'processing' check (state in ('processing', 'found', 'cancelled', 'failed')),
  -- Incremented with each query. Results of earlier runs are dropped.
  run integer not null default 1,
  tries integer not null default 0,
  -- Null until the request is parsed.
  query text,
  filters text,
  levels jsonb not null default '[]',
  rest text[] not null default '{}',
  made_by text check (made_by in ('model', 'reader', 'person')),
  model_failed boolean not null default false,
  -- Key of a message.
  error text,
  total integer not null default 0,
  -- Best matches in the order of the search engine, and in the order of the model.
  pool integer[] not null default '{}',
  ranked integer[] not null default '{}',
  feedback_version integer not null default 0,
  trained_version integer not null default 0,
  feedback_at timestamptz,
  learned jsonb,
  created_at timestamptz not null
);
create index ai_searches_person on ai_searches (user_id, id desc);
create index ai_searches_unlearned on ai_searches (feedback_at)
  where state = 'found' and trained_version < feedback_version;
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
