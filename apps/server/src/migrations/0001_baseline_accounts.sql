-- The role that the application runs as: owns nothing, bypasses nothing.
do $$
begin
  if not exists (select from pg_roles where rolname = 'headwater_app') then
    begin
      create role headwater_app nologin;
    exception when duplicate_object or unique_violation then null; -- another database of this cluster was migrated at the same moment
    end;
  end if;
  execute format('grant headwater_app to %I', current_user);
end $$;

grant usage on schema public to headwater_app;
alter default privileges in schema public grant select, insert, update, delete on tables to headwater_app;
alter default privileges in schema public grant usage, select on sequences to headwater_app;

-- Set per transaction by the application; unset means that no tenant row is visible.
create function headwater_company() returns bigint language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('headwater.company_id', true), '')::bigint, 0) $$;
create function headwater_is_system() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('headwater.scope', true) = 'system', false) $$;

-- Every tenant table calls this: rows are visible and writable inside their company only.
create procedure make_tenant_table(table_name regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format('create policy tenant on %s using (company_id = headwater_company() or headwater_is_system())', table_name);
end $$;

-- The application may enqueue background work inside its own transaction without owning the queue's tables.
-- While a worker takes the waiting task with the same key, the queue's own function neither replaces it nor adds another, and says so by
-- returning nothing. The next try sees the task as taken and adds a new one.
create function enqueue_task(task text, payload json, queue text default null, run_at timestamptz default null, max_attempts integer default 25, key text default null)
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

-- Facts about this installation as a whole: whether it is a demo, what was loaded, which machine it was armed on.
create table installation (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- The password of the role that the application signs in with, sealed with the secret key. For the owner alone, who reads it at each start.
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
  -- For requests to the language model; null: they are not counted.
  credits integer check (credits >= 0),
  -- Switches without a life of their own: has_ats, has_messaging, has_sequences, gender_filter, diversity_filter, age_filter, remote_filter, ...
  features jsonb not null default '{}',
  created_at timestamptz not null default now()
);
call make_tenant_table('companies');

create table users (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  email text not null check (length(email) between 3 and 255),
  password_hash text,
  first_name text not null default '' check (length(first_name) <= 255),
  last_name text not null default '' check (length(last_name) <= 255),
  role text not null check (role in ('worker', 'admin', 'admin_without_search', 'hm', 'manager', 'sales_manager', 'super_user', 'service_admin')),
  can_search boolean not null default false,
  api_manager boolean not null default false,
  data_enrichment_enabled boolean not null default false,
  language text check (language in ('en', 'ru')),
  range_measure text not null default 'km' check (range_measure in ('km', 'mi')),
  -- The six toggles of a hiring manager (ROLE-043 to ROLE-049); all on.
  hm_access jsonb not null default '{"contacts": true, "tags": true, "resumes": true, "change_candidate": true, "comments": true, "personal_info": true}',
  is_active boolean not null default true,
  is_activated boolean not null default true,
  is_verified boolean not null default true,
  date_joined timestamptz not null default now(),
  last_seen_at timestamptz
);
create unique index users_email on users (lower(email));
create index users_company on users (company_id, role);
call make_tenant_table('users');

create table sessions (
  token_hash bytea primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  -- Set while staff act as somebody else (ROLE-033).
  original_user_id bigint references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
call make_tenant_table('sessions');

-- Failed sign-ins by what was typed and by where it came from, as hashes: an address without an account is counted like one with an account, so that
-- nobody can tell them apart. Rows live for minutes and belong to no company.
create table sign_in_attempts (
  id bigint generated always as identity primary key,
  key_hash bytea not null,
  attempted_at timestamptz not null
);
create index sign_in_attempts_key on sign_in_attempts (key_hash, attempted_at);
create index sign_in_attempts_age on sign_in_attempts (attempted_at);

-- Browsers in which somebody has signed in: what others try elsewhere does not keep them out there.
create table known_devices (
  token_hash bytea not null,
  user_id bigint not null references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  -- Failed tries in a row from this browser.
  failures integer not null default 0,
  expires_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index known_devices_user on known_devices (user_id, expires_at);
call make_tenant_table('known_devices');

-- One-time secrets that are e-mailed: sign-in links and codes, activation, password reset.
create table one_time_tokens (
  token_hash bytea primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('signin_link', 'signin_code', 'activate', 'verify', 'reset')),
  -- For 'signin_code': hash of the six digits.
  code_hash bytea,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose);
call make_tenant_table('one_time_tokens');

-- Every change of a company's credits, with what was left.
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

-- Long work that a person watches: progress, cancel, result or error file, and for an hour undo (DEC-13). It runs in batches: each is one
-- transaction that does a part, moves `state` on and holds the job under its lease, so that a worker that lost the lease can commit nothing
-- more and the next one continues exactly where the last batch ended.
create table jobs (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_by bigint not null references users (id) on delete cascade,
  kind text not null,
  input jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
  done integer not null default 0,
  total integer,
  state jsonb,
  result jsonb,
  -- A key of the message catalogue with its parts, or null.
  error jsonb,
  -- What it is about as the person knew it (names of vacancy and status), for the list of recent jobs.
  details jsonb not null default '{}',
  undo_until timestamptz,
  cancel_requested boolean not null default false,
  -- Who runs it now. Lost when heartbeat_at is too old.
  lease uuid,
  heartbeat_at timestamptz,
  -- Unexpected failures since the last batch that went well.
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index jobs_person on jobs (company_id, created_by, id desc);
create index jobs_unfinished on jobs (heartbeat_at) where status in ('queued', 'running', 'undoing');
call make_tenant_table('jobs');

-- company_id null: a resume that was imported into the common base; it hangs on a common profile and every company may see it.
create table files (
  id bigint generated always as identity primary key,
  company_id bigint references companies (id),
  created_by bigint references users (id) on delete set null,
  filename text not null check (length(filename) between 1 and 255),
  size bigint not null check (size >= 0),
  media_type text not null,
  -- What an imported file is, so that the same bytes hang on a profile once.
  content_hash text,
  -- Where the store keeps the bytes; opaque.
  store_key text not null unique,
  -- What the file hangs on decides who may read it (FILE-021).
  attached_to text,
  attached_id bigint,
  created_at timestamptz not null default now(),
  constraint files_owner check (company_id is not null or (attached_to = 'profile' and created_by is null))
);
create index files_attached on files (company_id, attached_to, attached_id);
create unique index files_imported on files (attached_id, content_hash) where attached_to = 'profile' and content_hash is not null;
alter table files enable row level security;
alter table files force row level security;
create policy files_read on files for select using (company_id is null or company_id = headwater_company() or headwater_is_system());
create policy files_write on files for all
  using (company_id = headwater_company() or headwater_is_system())
  with check (company_id = headwater_company() or headwater_is_system());
