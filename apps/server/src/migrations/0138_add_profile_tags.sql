-- Words that a company puts on people. `key` is the name folded, so that a company has each word once.
create table tags (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  name text not null check (length(name) between 1 and 50),
  key text not null,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  unique (company_id, key)
);
call make_tenant_table('tags');

create table profile_tags (
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  tag_id bigint not null references tags (id) on delete cascade,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  primary key (company_id, profile_id, tag_id)
);
create index profile_tags_tag on profile_tags (tag_id);
create index profile_tags_profile on profile_tags (profile_id);
call make_tenant_table('profile_tags');

-- What a job put on people or took off, so that it can be undone for an hour.
create table tag_changes (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  job_id bigint not null references jobs (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  tag_id bigint not null references tags (id) on delete cascade,
  is_added boolean not null
);
create index tag_changes_job on tag_changes (job_id, id);
call make_tenant_table('tag_changes');
