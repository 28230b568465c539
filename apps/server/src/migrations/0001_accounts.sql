-- Role of the application: owns nothing and bypasses nothing.
do $$
begin
  if not exists (select from pg_roles where rolname = 'headwater_app') then
    begin
      create role headwater_app nologin;
    exception when duplicate_object or unique_violation then null; -- created by a concurrent migration of this cluster
    end;
  end if;
  execute format('grant headwater_app to %I', current_user);
end $$;

grant usage on schema public to headwater_app;
alter default privileges in schema public grant select, insert, update, delete on tables to headwater_app;
alter default privileges in schema public grant usage, select on sequences to headwater_app;

-- Set in each transaction of the application. Unset: no tenant row is visible.
create function headwater_company() returns bigint language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('headwater.company_id', true), '')::bigint, 0) $$;
create function headwater_is_system() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('headwater.scope', true) = 'system', false) $$;

-- Limits a table to rows of the company in scope.
create procedure make_tenant_table(table_name regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format('create policy tenant on %s using (company_id = headwater_company() or headwater_is_system())', table_name);
end $$;

-- Adds background work in the caller's transaction, without rights on the queue's tables. add_job returns
-- null while a worker locks the task with the same key. The next try adds a new task.
create function enqueue_task(
  task text, payload json, queue text default null, run_at timestamptz default null, max_attempts integer default 25, key text default null
)
  returns void language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  added bigint;
begin
  loop
    select id into added
      from graphile_worker.add_job(task, payload, queue_name => queue, run_at => run_at, max_attempts => max_attempts, job_key => key);
    exit when added is not null;
  end loop;
end $$;
revoke all on function enqueue_task from public;
grant execute on function enqueue_task to headwater_app;

-- Key-value facts about the whole installation: demo mode, loaded data sets, the armed machine.
create table installation (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Password of the role that the application signs in with, sealed with the secret key. Only the
-- owner of the database reads it.
create table application_login (
  only_one boolean primary key default true check (only_one),
  sealed_password text not null
);
revoke all on application_login from headwater_app;

create table companies (
  id bigint generated always as identity primary key,
  company_id bigint generated always as (id) stored,
  name text not null check (length(name) between 1 and 255),
  is_ext_company boolean not null default false,
  access_type text not null default 'pay' check (access_type in ('pay', 'demo', 'extension')),
  is_active boolean not null default true,
  paid_from timestamptz,
  paid_till timestamptz,
  region text not null default 'other' check (region in ('russia', 'other')),
  terms_location text not null default 'us' check (terms_location in ('us', 'russia')),
  time_zone text not null default 'UTC',
  mfa boolean not null default false,
  profiles_per_day integer not null default 1000 check (profiles_per_day >= 0),
  contacts_per_month integer default 3000 check (contacts_per_month >= 0),
  contacts_per_month_user integer default 300 check (contacts_per_month_user >= 0),
  -- Paid requests to the language model. Null: not counted.
  credits integer check (credits >= 0),
  -- Feature switches by name, for example has_messaging, gender_filter, remote_filter.
  features jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- Rows of enrichment files. Null: no limit.
  enrichment_rows_per_month integer default 100000 check (enrichment_rows_per_month >= 0),
  account_manager_id bigint,
  -- Contract data that only people read: site, industry, segment, payment_sum, languages, links.
  details jsonb not null default '{}',
  -- Null: no limit.
  max_workers_with_search integer check (max_workers_with_search >= 0),
  -- When to e-mail the administrators of a demo company about its end. Null: sent, or not wanted.
  demo_end_email_at timestamptz,
  data_enrichment boolean not null default true,
  hm_max_count integer default 10 check (hm_max_count >= 0),
  hm_max_folders integer default 20 check (hm_max_folders >= 0),
  hm_invite_domains text[] not null default '{}',
  -- Credits that staff grant with one button.
  gift_credit_size integer not null default 0 check (gift_credit_size >= 0),
  -- monthly: contacts_per_month counts. quota: rows of company_quotas count.
  quota_pricing_model text not null default 'monthly' check (quota_pricing_model in ('monthly', 'quota')),
  huntflow_webhook text not null default '',
  huntflow_token_sealed text,
  deleted_at timestamptz,
  -- Profile sections that hiring managers see (ROLE-043 to ROLE-050). users.hm_access overrides
  -- them.
  hm_display_sections jsonb not null
    default '{"contacts": true, "tags": true, "resumes": true, "change_candidate": true, "comments": true, "personal_info": true}'
);
create index companies_account_manager on companies (account_manager_id) where account_manager_id is not null;
create index companies_demo_end on companies (demo_end_email_at) where demo_end_email_at is not null;
call make_tenant_table('companies');

-- Pairs of companies whose administrators may move employees from one to the other.
create table company_links (
  company_id bigint not null references companies (id),
  linked_company_id bigint not null references companies (id),
  primary key (company_id, linked_company_id),
  check (company_id <> linked_company_id)
);
create index company_links_linked on company_links (linked_company_id);
call make_tenant_table('company_links');

create table departments (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  name text not null check (length(name) between 1 and 255),
  created_at timestamptz not null,
  unique (company_id, id)
);
create unique index departments_name on departments (company_id, lower(name));
call make_tenant_table('departments');

create table user_groups (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  name text not null check (length(name) between 1 and 255),
  created_at timestamptz not null,
  unique (company_id, id)
);
create unique index user_groups_name on user_groups (company_id, lower(name));
call make_tenant_table('user_groups');

create table users (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  email text not null check (length(email) between 3 and 255),
  password_hash text,
  first_name text not null default '' check (length(first_name) <= 255),
  last_name text not null default '' check (length(last_name) <= 255),
  role text not null
    check (role in ('worker', 'admin', 'admin_without_search', 'hm', 'manager', 'sales_manager', 'super_user',
    'service_admin')),
  can_search boolean not null default false,
  api_manager boolean not null default false,
  data_enrichment_enabled boolean not null default false,
  language text check (language in ('en', 'ru')),
  range_measure text not null default 'km' check (range_measure in ('km', 'mi')),
  -- Overrides of companies.hm_display_sections for one hiring manager.
  hm_access jsonb not null default '{}',
  is_active boolean not null default true,
  is_activated boolean not null default true,
  is_verified boolean not null default true,
  date_joined timestamptz not null default now(),
  last_seen_at timestamptz,
  phone text not null default '' check (length(phone) <= 50),
  additional_phone text not null default '' check (length(additional_phone) <= 50),
  phone_extension text not null default '' check (length(phone_extension) <= 20),
  -- Note of administrators and staff about the user.
  comment text not null default '' check (length(comment) <= 2000),
  department_id bigint,
  group_id bigint,
  -- A deleted account is never active.
  deleted_at timestamptz check (deleted_at is null or not is_active),
  -- Account of the same person in another company. The old account keeps the authorship of earlier
  -- work.
  moved_to bigint references users (id) on delete set null,
  -- can_search before the user became an administrator, restored when the user is a recruiter again
  -- (ROLE-019). Null: never a recruiter.
  search_as_worker boolean,
  -- The account is invited while another company has an account with the address. The address
  -- counts once that account is gone.
  is_address_pending boolean not null default false,
  -- Set when the company is deleted: the person may register the address again elsewhere.
  is_address_released boolean not null default false,
  foreign key (company_id, department_id) references departments (company_id, id),
  foreign key (company_id, group_id) references user_groups (company_id, id),
  constraint users_address_pending check (not (is_address_pending and is_activated))
);
create index users_company on users (company_id, role);
create index users_moved on users (moved_to) where moved_to is not null;
create index users_department on users (department_id) where department_id is not null;
create index users_group on users (group_id) where group_id is not null;
create index users_email_pending on users (company_id, lower(email)) where is_address_pending;
-- One account per address in the installation. Accounts that gave up their address do not count.
create unique index users_email on users (lower(email))
  where moved_to is null and not is_address_pending and not is_address_released;
call make_tenant_table('users');
alter table companies add foreign key (account_manager_id) references users (id) on delete set null;

-- Contacts that a company may open in a period. The number of opened contacts is counted from
-- contact_openings.
create table company_quotas (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  starts_on date not null,
  ends_on date not null,
  quota integer not null check (quota > 0),
  is_active boolean not null default true,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  check (ends_on >= starts_on)
);
create index company_quotas_list on company_quotas (company_id, id desc);
call make_tenant_table('company_quotas');

-- Each change of a company's credits, with the balance after it.
create table credit_transactions (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  author_id bigint references users (id) on delete set null,
  amount integer not null check (amount <> 0),
  balance integer not null check (balance >= 0),
  reason text not null check (length(reason) between 1 and 100),
  created_at timestamptz not null
);
create index credit_transactions_list on credit_transactions (company_id, id desc);
call make_tenant_table('credit_transactions');

-- One row for each account that was created by an invitation.
create table invitations (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null unique references users (id) on delete cascade,
  -- The key is valid only while the account has this address.
  email text not null check (length(email) between 3 and 255),
  invited_by bigint references users (id) on delete set null,
  -- Hash of the latest key. Earlier keys are invalid.
  key_hash bytea not null unique,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz
);
create index invitations_open on invitations (company_id, id desc) where accepted_at is null;
call make_tenant_table('invitations');

-- Long-running work with progress, cancellation, a result and one hour of undo (DEC-13). Each batch
-- is one transaction that also renews the lease, so that a worker without the lease cannot commit.
create table jobs (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_by bigint not null references users (id) on delete cascade,
  kind text not null,
  input jsonb not null default '{}',
  status text not null default 'queued'
    check (status in ('queued', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
  done integer not null default 0,
  total integer,
  -- Position after the latest batch. The next worker continues here.
  state jsonb,
  result jsonb,
  -- Key of the message catalogue with its parameters.
  error jsonb,
  -- Names of the vacancy and status at the start, for the list of recent jobs.
  details jsonb not null default '{}',
  undo_until timestamptz,
  cancel_requested boolean not null default false,
  -- Token of the worker that runs the job. It expires when heartbeat_at is too old.
  lease uuid,
  heartbeat_at timestamptz,
  -- Unexpected failures since the last successful batch.
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- Value of headwater.acting at the start. Workers use it for the audit log.
  acting text default nullif(current_setting('headwater.acting', true), '')
);
create index jobs_person on jobs (company_id, created_by, id desc);
create index jobs_unfinished on jobs (heartbeat_at) where status in ('queued', 'running', 'undoing');
call make_tenant_table('jobs');

-- Uploaded files. company_id null: a resume of the common base, which every company sees.
create table files (
  id bigint generated always as identity primary key,
  company_id bigint references companies (id),
  created_by bigint references users (id) on delete set null,
  filename text not null check (length(filename) between 1 and 255),
  size bigint not null check (size >= 0),
  media_type text not null,
  -- Hash of an imported file, so that a profile holds the same bytes once.
  content_hash text,
  -- Key in the file store.
  store_key text not null unique,
  -- The owning object decides who may read the file (FILE-021).
  attached_to text,
  attached_id bigint,
  created_at timestamptz not null default now(),
  -- profile: uploaded to create a profile from it. Unattached files of this kind are deleted after
  -- a day.
  purpose text check (purpose = 'profile'),
  -- Keyed hashes that identify the person in the file (as in erased_fingerprints), so that an
  -- erasure also deletes the file.
  person_fingerprints bytea[],
  constraint files_owner check (company_id is not null or (attached_to = 'profile' and created_by is null))
);
create index files_attached on files (company_id, attached_to, attached_id);
create unique index files_imported on files (attached_id, content_hash)
  where attached_to = 'profile' and content_hash is not null;
create index files_unused on files (created_at) where purpose = 'profile' and attached_to is null;
-- Storage used by Telegram files of a company.
create index files_of_dialogs on files (company_id) include (size) where attached_to = 'telegram';
alter table files enable row level security;
alter table files force row level security;
create policy files_read on files for select
  using (company_id is null or company_id = headwater_company() or headwater_is_system());
create policy files_write on files for all
  using (company_id = headwater_company() or headwater_is_system())
  with check (company_id = headwater_company() or headwater_is_system());
