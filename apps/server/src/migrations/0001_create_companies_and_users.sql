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

create table signin_failures (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  failed_at timestamptz not null
);
create index signin_failures_user on signin_failures (user_id, failed_at);
call make_tenant_table('signin_failures');

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
