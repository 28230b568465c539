-- OpenID Connect provider of a company (SSO-004 to SSO-010). The client secret is sealed.
create table sso_settings (
  company_id bigint primary key references companies (id) on delete cascade,
  idp_url text not null check (length(idp_url) <= 1000),
  provider text not null check (length(provider) between 1 and 100),
  client_id text not null check (length(client_id) between 1 and 255),
  client_secret text not null,
  audience text not null default '' check (length(audience) <= 255),
  trust_id text not null default '' check (length(trust_id) <= 1000),
  claim_email text not null check (length(claim_email) between 1 and 255),
  claim_first_name text not null check (length(claim_first_name) between 1 and 255),
  claim_last_name text not null check (length(claim_last_name) between 1 and 255),
  config_update_interval integer not null check (config_update_interval between 60 and 2592000),
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Single sign-on is required.
  is_enforced boolean not null default false,
  -- When an administrator first signed in through this provider.
  proved_at timestamptz,
  -- The operator allowed endpoints inside private networks.
  is_internal boolean not null default false
);
call make_tenant_table('sso_settings');

-- Discovery document of the provider, read at the configured interval.
create table sso_configurations (
  company_id bigint primary key references sso_settings (company_id) on delete cascade,
  -- Latest document. Null until the first one is read.
  metadata jsonb,
  read_at timestamptz,
  -- Latest attempt, and why it failed.
  attempted_at timestamptz not null,
  failure text
);
call make_tenant_table('sso_configurations');

-- E-mail domains that a company may sign in (SSO-007). A verified domain belongs to one company.
create table sso_domains (
  company_id bigint not null references sso_settings (company_id) on delete cascade,
  domain text not null check (length(domain) between 3 and 253 and domain = lower(domain)),
  -- Expected value of the domain's TXT record.
  challenge text not null,
  verified_at timestamptz,
  -- Accepted without a record while the installation has one company. A second company ends this.
  is_assumed boolean not null default false,
  primary key (company_id, domain)
);
create unique index sso_domains_verified on sso_domains (domain) where verified_at is not null;
call make_tenant_table('sso_domains');

-- Latest checks of TXT records of verified domains. Domains that staff confirmed have no row.
create table sso_domain_records (
  company_id bigint not null,
  domain text not null,
  -- Null: the record was never found.
  seen_at timestamptz,
  -- New users of the domain are rejected after a long absence of the record.
  missing_since timestamptz,
  primary key (company_id, domain),
  foreign key (company_id, domain) references sso_domains (company_id, domain) on delete cascade
);
call make_tenant_table('sso_domain_records');

-- Latest check of all records of a company.
create table sso_domain_checks (
  company_id bigint primary key references sso_settings (company_id) on delete cascade,
  checked_at timestamptz not null
);
call make_tenant_table('sso_domain_checks');

-- Users are identified by issuer and subject, never by e-mail address.
create table sso_identities (
  company_id bigint not null references companies (id) on delete cascade,
  issuer text not null,
  subject text not null,
  user_id bigint not null references users (id) on delete cascade,
  linked_at timestamptz not null,
  -- When the account was proved to belong to the subject. Null: not proved, an administrator
  -- confirms it at the next sign-in.
  proved_at timestamptz,
  proof text check (proof in ('provider', 'link', 'sign_in')),
  id bigint generated always as identity,
  primary key (company_id, issuer, subject),
  unique (user_id, issuer),
  constraint sso_identities_proved check ((proved_at is null) = (proof is null)),
  constraint sso_identities_id unique (id)
);
call make_tenant_table('sso_identities');

-- Sign-ins in progress. Each is valid once, in one browser, for some minutes.
create table sso_sign_ins (
  state_hash bytea primary key check (length(state_hash) = 32),
  company_id bigint not null references sso_settings (company_id) on delete cascade,
  browser_hash bytea not null check (length(browser_hash) = 32),
  -- Nonce and code verifier, sealed.
  secrets text not null,
  next text check (length(next) <= 20000),
  expires_at timestamptz not null
);
create index sso_sign_ins_expired on sso_sign_ins (expires_at);
create index sso_sign_ins_company on sso_sign_ins (company_id);
call make_tenant_table('sso_sign_ins');

-- Links that confirm an address which the provider did not verify. Each is valid once, in the
-- browser of the sign-in.
create table sso_confirmations (
  token_hash bytea primary key check (length(token_hash) = 32),
  company_id bigint not null references sso_settings (company_id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  browser_hash bytea not null check (length(browser_hash) = 32),
  -- Subject and provider of the sign-in.
  issuer text not null,
  subject text not null,
  first_name text not null,
  last_name text not null,
  idp_url text not null,
  client_id text not null,
  -- Recipient of the link.
  email text not null,
  next text check (length(next) <= 20000),
  expires_at timestamptz not null
);
create index sso_confirmations_expired on sso_confirmations (expires_at);
create index sso_confirmations_company on sso_confirmations (company_id);
create index sso_confirmations_user on sso_confirmations (user_id);
call make_tenant_table('sso_confirmations');

-- A deactivated user has to be linked again after reactivation.
create function headwater_delete_sso_identities() returns trigger language plpgsql as $$
begin
  delete from sso_identities where user_id = new.id;
  delete from sso_confirmations where user_id = new.id;
  return null;
end $$;
create trigger users_sso after update of is_active on users for each row
  when (old.is_active and not new.is_active) execute function headwater_delete_sso_identities();

-- A deleted company releases its domains.
create function headwater_release_domains() returns trigger language plpgsql as $$
begin
  update sso_domains set verified_at = null where company_id = new.id and verified_at is not null;
  return null;
end $$;
create trigger companies_sso after update of deleted_at on companies for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function headwater_release_domains();

-- Accounts of Google and Microsoft that sign a user in (ACC-003 to ACC-006), by issuer and subject.
create table social_identities (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  backend text not null check (backend in ('google', 'microsoft')),
  issuer text not null check (length(issuer) between 1 and 1000),
  subject text not null check (length(subject) between 1 and 255),
  -- Address at the time of linking, shown to the user.
  email text not null check (length(email) <= 255),
  linked_at timestamptz not null,
  used_at timestamptz,
  unique (issuer, subject),
  unique (user_id, backend)
);
create index social_identities_company on social_identities (company_id);
call make_tenant_table('social_identities');

-- Sign-ins and account links in progress. Each is valid once, in one browser, for some minutes.
create table social_sign_ins (
  state_hash bytea primary key check (length(state_hash) = 32),
  backend text not null,
  browser_hash bytea not null check (length(browser_hash) = 32),
  -- Nonce and code verifier, sealed.
  secrets text not null,
  next text check (length(next) <= 20000),
  -- Session that links an account. Null: a sign-in.
  session_hash bytea references sessions (token_hash) on delete cascade,
  expires_at timestamptz not null
);
create index social_sign_ins_expired on social_sign_ins (expires_at);
create index social_sign_ins_session on social_sign_ins (session_hash);

-- Questions that follow a social sign-in. One per browser and service, for some minutes.
create table social_steps (
  id uuid primary key default gen_random_uuid(),
  browser_hash bytea not null check (length(browser_hash) = 32),
  backend text not null,
  kind text not null check (kind in ('newcomer', 'password', 'code')),
  -- Identity and request, sealed.
  about text not null,
  next text check (length(next) <= 20000),
  expires_at timestamptz not null,
  unique (browser_hash, backend)
);
create index social_steps_expired on social_steps (expires_at);

-- A deleted user may register again with the same social account. A moved user keeps it.
create function headwater_delete_social_identities() returns trigger language plpgsql as $$
begin
  delete from social_identities where user_id = new.id;
  return null;
end $$;
create trigger users_social after update of deleted_at on users for each row
  when (old.deleted_at is null and new.deleted_at is not null and new.moved_to is null)
  execute function headwater_delete_social_identities();

-- SCIM bearer token of a company.
create table scim_tokens (
  company_id bigint primary key references companies (id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  last_four text not null,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  -- Rounded to minutes.
  used_at timestamptz
);
create index scim_tokens_author on scim_tokens (created_by);
call make_tenant_table('scim_tokens');

-- SCIM attributes without a column in users, and the last change of attributes that providers read.
create table scim_users (
  user_id bigint primary key references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  -- Null: the e-mail address.
  user_name text check (length(user_name) between 1 and 255),
  external_id text check (length(external_id) between 1 and 255),
  -- List as the provider wrote it. Null: only the address of the account.
  emails jsonb,
  -- Null: no provider manages the user.
  managed_at timestamptz,
  changed_at timestamptz not null
);
create index scim_users_name on scim_users (company_id, lower(user_name)) where user_name is not null;
create index scim_users_external on scim_users (company_id, external_id) where external_id is not null;
call make_tenant_table('scim_users');

-- Sets scim_users.changed_at.
create function headwater_touch_scim_user() returns trigger language plpgsql as $$
begin
  insert into scim_users (user_id, company_id, changed_at) values (new.id, new.company_id, now())
    on conflict (user_id) do update set changed_at = excluded.changed_at;
  return null;
end $$;
create trigger users_scim after update on users for each row
  when ((old.email, old.first_name, old.last_name, old.role, old.language, old.is_active,
  old.department_id) is distinct from (new.email, new.first_name, new.last_name, new.role, new.language,
  new.is_active, new.department_id)) execute function headwater_touch_scim_user();

create table scim_groups (
  group_id bigint primary key references user_groups (id) on delete cascade,
  company_id bigint not null references companies (id),
  external_id text check (length(external_id) between 1 and 255),
  changed_at timestamptz not null
);
create index scim_groups_company on scim_groups (company_id);
call make_tenant_table('scim_groups');

-- A SCIM user may be in several groups. users.group_id shows one of them.
create table scim_members (
  group_id bigint not null references user_groups (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  added_at timestamptz not null,
  primary key (group_id, user_id)
);
create index scim_members_user on scim_members (user_id);
create index scim_members_company on scim_members (company_id);
call make_tenant_table('scim_members');
