-- People of this installation in applicant-tracking systems (ADR 104). A reconnected connection has
-- a new id, so rows refer to the account at the service.
create table ats_links (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  -- Name of a registered integration: greenhouse.
  integration text not null check (length(integration) <= 40),
  account_id text not null check (length(account_id) <= 255),
  person_id text not null check (length(person_id) <= 255),
  person_name text not null check (length(person_name) <= 500),
  url text check (length(url) <= 2000),
  -- Sends later changes of the profile.
  has_updates boolean not null default false,
  -- Last resume that was sent.
  resume_id bigint,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  -- Moment of the data that was sent last.
  pushed_at timestamptz not null,
  read_at timestamptz,
  deleted_at timestamptz,
  unique (company_id, id),
  unique (company_id, integration, account_id, profile_id)
);
create index ats_links_profile on ats_links (profile_id);
create index ats_links_person on ats_links (company_id, integration, account_id, person_id);
create index ats_links_created_by on ats_links (created_by) where created_by is not null;
call make_tenant_table('ats_links');

create table ats_applications (
  company_id bigint not null,
  link_id bigint not null,
  application_id text not null check (length(application_id) <= 255),
  -- Null for a prospect without a job.
  job_id text check (length(job_id) <= 255),
  job_title text check (length(job_title) <= 500),
  status text not null check (length(status) <= 100),
  stage text check (length(stage) <= 500),
  -- Created by this installation.
  is_own boolean not null default false,
  primary key (link_id, application_id),
  foreign key (company_id, link_id) references ats_links (company_id, id) on delete cascade
);
call make_tenant_table('ats_applications');

-- A person of a job that sends people.
create table ats_sends (
  company_id bigint not null references companies (id),
  job_id bigint not null references jobs (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'updated', 'present', 'failed')),
  -- The write that began last. Its outcome is unknown while the state is waiting.
  step text check (step in ('create', 'job', 'attach', 'note')),
  attempts smallint not null default 0,
  -- Key of the catalogue, and the reason of the service.
  failure text check (length(failure) <= 100),
  reason text check (length(reason) <= 1000),
  link_id bigint,
  primary key (job_id, profile_id),
  foreign key (company_id, link_id) references ats_links (company_id, id) on delete set null (link_id)
);
create index ats_sends_waiting on ats_sends (job_id) where state = 'waiting';
create index ats_sends_profile on ats_sends (profile_id);
create index ats_sends_link on ats_sends (company_id, link_id) where link_id is not null;
call make_tenant_table('ats_sends');
