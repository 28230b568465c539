-- ADR 70: a provider has named the address of an account without answering for it. Its person is asked at the address; the link is good once, in the
-- browser that came from the provider.
create table sso_confirmations (
  token_hash bytea primary key check (length(token_hash) = 32),
  company_id bigint not null references sso_settings (company_id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  browser_hash bytea not null check (length(browser_hash) = 32),
  -- Who it is at the provider, and which provider it was.
  issuer text not null,
  subject text not null,
  first_name text not null,
  last_name text not null,
  idp_url text not null,
  client_id text not null,
  -- Where the link was sent.
  email text not null,
  next text check (length(next) <= 20000),
  expires_at timestamptz not null
);
create index sso_confirmations_expired on sso_confirmations (expires_at);
create index sso_confirmations_company on sso_confirmations (company_id);
create index sso_confirmations_user on sso_confirmations (user_id);
call make_tenant_table('sso_confirmations');

-- What was asked before ends with the switching off, too.
create or replace function headwater_forget_identities() returns trigger language plpgsql as $$
begin
  delete from sso_identities where user_id = new.id;
  delete from sso_confirmations where user_id = new.id;
  return null;
end $$;
