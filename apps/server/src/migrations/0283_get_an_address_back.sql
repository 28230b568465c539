-- ADR 72: the address that an account had before its person changed it gets a link that gives it back. It is not among the one-time tokens, which whoever is
-- signed in can end.
create table address_returns (
  id bigint generated always as identity unique,
  token_hash bytea primary key check (length(token_hash) = 32),
  company_id bigint not null references companies (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  -- The one that the account had.
  address text not null check (length(address) <= 255),
  -- Since when whoever asked for the change was there: what signs in and was added after that goes with the new address.
  asked_at timestamptz not null,
  expires_at timestamptz not null
);
create index address_returns_user on address_returns (user_id);
create index address_returns_company on address_returns (company_id);
create index address_returns_expired on address_returns (expires_at);
call make_tenant_table('address_returns');
