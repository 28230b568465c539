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

drop table signin_failures;
