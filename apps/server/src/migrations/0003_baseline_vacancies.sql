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
  -- One with which its company began and which nobody has renamed: every reader sees its name in their own language.
  is_default boolean not null default false,
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

create table vacancies (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_by bigint not null references users (id),
  name text not null check (length(name) between 1 and 255),
  company_name text not null default '' check (length(company_name) <= 255),
  description text not null default '' check (length(description) <= 10000),
  status text not null default 'active' check (status in ('active', 'closed')),
  access_type text not null default 'public' check (access_type in ('public', 'private')),
  -- The statuses that it offers; ids of candidate_statuses.
  status_ids bigint[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Deleted ones are kept, as deleting can be undone for an hour.
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
  -- assignee: a recruiter; granted: a hiring manager.
  kind text not null check (kind in ('assignee', 'granted')),
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
  -- Removed ones are kept for undo, and where the messaging history is saved: the row comes back when the profile is added again.
  deleted_at timestamptz,
  keeps_messaging boolean not null default true
);
create unique index candidates_once on candidates (vacancy_id, profile_id) where deleted_at is null;
create index candidates_of_vacancy on candidates (vacancy_id, status_id, id desc) where deleted_at is null;
-- A page, newest first, without sorting all of them.
create index candidates_newest on candidates (vacancy_id, created_at desc, id desc) where deleted_at is null;
create index candidates_of_profile on candidates (profile_id, company_id);
create index candidates_of_status on candidates (status_id) where deleted_at is null;
call make_tenant_table('candidates');

-- Who did what to a candidate, when, from what to what. Also what undo of a job goes by.
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
  -- A move or copy that made a new row: the row that it was made of.
  from_candidate_id bigint references candidates (id) on delete set null,
  -- When the candidate was last changed before, so that undo restores that as well.
  from_updated_at timestamptz,
  at timestamptz not null
);
create index candidate_history_candidate on candidate_history (candidate_id, id desc);
create index candidate_history_job on candidate_history (job_id, id);
call make_tenant_table('candidate_history');

-- Words of the company about a profile. candidate_id: written inside a vacancy.
create table comments (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  candidate_id bigint references candidates (id) on delete set null,
  text text not null check (length(text) between 1 and 5000),
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The job that took it along to another vacancy, and the candidate that it stood at before (null: it was copied).
  moved_by_job bigint,
  moved_from bigint
);
create index comments_profile on comments (profile_id, company_id);
create index comments_candidate on comments (candidate_id) where candidate_id is not null;
create index comments_moved on comments (moved_by_job) where moved_by_job is not null;
call make_tenant_table('comments');

-- Descriptions of vacancies that a language model writes from what a recruiter says of them.
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
  -- Grows with every request for a text: an answer to an earlier one is dropped.
  run integer not null default 1,
  -- Whether a credit was taken for the run under way; given back once where it brings nothing.
  is_paid boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index vacancy_descriptions_list on vacancy_descriptions (user_id, id desc);
call make_tenant_table('vacancy_descriptions');
