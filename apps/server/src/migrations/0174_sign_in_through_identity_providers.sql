-- SSO-004 to SSO-010: the identity provider of a company (OpenID Connect). The client secret is sealed.
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
  updated_at timestamptz not null
);
call make_tenant_table('sso_settings');
create trigger sso_settings_audit after insert or update or delete on sso_settings for each row execute function headwater_note_settings();

-- What the provider says of itself at its discovery address, read anew at the interval that is set.
create table sso_configurations (
  company_id bigint primary key references sso_settings (company_id) on delete cascade,
  -- The one that was read last; null while none was.
  metadata jsonb,
  read_at timestamptz,
  -- When it was last tried to read it, and why that failed.
  tried_at timestamptz not null,
  failure text
);
call make_tenant_table('sso_configurations');

-- SSO-007: whose e-mail addresses a company may sign in. Only the domains that were shown to be its own do so, each for one company.
create table sso_domains (
  company_id bigint not null references sso_settings (company_id) on delete cascade,
  domain text not null check (length(domain) between 3 and 253 and domain = lower(domain)),
  -- What a TXT record of the domain says to prove it.
  challenge text not null,
  verified_at timestamptz,
  primary key (company_id, domain)
);
create unique index sso_domains_verified on sso_domains (domain) where verified_at is not null;
call make_tenant_table('sso_domains');
create trigger sso_domains_audit after insert or update or delete on sso_domains for each row execute function headwater_note_settings();

-- Who somebody is at the provider: the issuer and its subject, never an e-mail address.
create table sso_identities (
  company_id bigint not null references companies (id) on delete cascade,
  issuer text not null,
  subject text not null,
  user_id bigint not null references users (id) on delete cascade,
  linked_at timestamptz not null,
  primary key (company_id, issuer, subject),
  unique (user_id, issuer)
);
call make_tenant_table('sso_identities');

-- Sign-ins on their way through a provider: each is good once, in one browser, for some minutes.
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

-- Whoever is switched off is somebody new to the provider afterwards: so an administrator lets a person in whose account there was made anew.
create function headwater_forget_identities() returns trigger language plpgsql as $$
begin
  delete from sso_identities where user_id = new.id;
  return null;
end $$;
create trigger users_sso after update of is_active on users for each row when (old.is_active and not new.is_active)
  execute function headwater_forget_identities();

-- A company that is switched off for good gives its domains back.
create function headwater_release_domains() returns trigger language plpgsql as $$
begin
  update sso_domains set verified_at = null where company_id = new.id and verified_at is not null;
  return null;
end $$;
create trigger companies_sso after update of deleted_at on companies for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function headwater_release_domains();
