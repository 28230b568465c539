create table sessions (
  token_hash bytea primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  id bigint generated always as identity unique,
  -- Address and agent let users recognise their sessions.
  address text,
  agent text check (length(agent) <= 500),
  seen_at timestamptz,
  -- User as whom a staff member acts in this session (ROLE-033).
  acting_user_id bigint references users (id) on delete set null,
  -- Sign-in method.
  way text
);
create index sessions_user on sessions (user_id);
create index sessions_acting on sessions (acting_user_id) where acting_user_id is not null;
call make_tenant_table('sessions');

-- Failed sign-ins by address and by network, as hashes. Unknown addresses are counted like known
-- ones, so that a response does not reveal an account.
create table sign_in_attempts (
  id bigint generated always as identity primary key,
  key_hash bytea not null,
  attempted_at timestamptz not null
);
create index sign_in_attempts_key on sign_in_attempts (key_hash, attempted_at);
create index sign_in_attempts_age on sign_in_attempts (attempted_at);

-- Browsers with a successful sign-in. Failed attempts from other places do not lock them out.
create table known_devices (
  token_hash bytea not null,
  user_id bigint not null references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  -- Consecutive failed attempts from this browser.
  failures integer not null default 0,
  expires_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index known_devices_user on known_devices (user_id, expires_at);
call make_tenant_table('known_devices');

-- E-mailed one-time secrets: sign-in links and codes, activation, password reset, change of
-- address.
create table one_time_tokens (
  token_hash bytea primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('signin_link', 'signin_code', 'activate', 'verify', 'reset', 'address')),
  -- For signin_code: hash of the six digits.
  code_hash bytea,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- Sign-in method that waits for the code.
  way text,
  -- Account of another service to connect once the code is right.
  link jsonb,
  -- For address: the new e-mail address.
  address text constraint one_time_tokens_address_check check ((purpose = 'address') = (address is not null))
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose);
call make_tenant_table('one_time_tokens');

-- Links that restore the previous address of an account. They are not one-time tokens because a
-- signed-in user can end those.
create table address_restores (
  id bigint generated always as identity unique,
  token_hash bytea primary key check (length(token_hash) = 32),
  company_id bigint not null references companies (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  -- The previous address.
  address text not null check (length(address) <= 255),
  -- Sign-in methods that were added after this moment are removed with the new address.
  requested_at timestamptz not null,
  expires_at timestamptz not null
);
create index address_restores_user on address_restores (user_id);
create index address_restores_company on address_restores (company_id);
create index address_restores_expired on address_restores (expires_at);
call make_tenant_table('address_restores');

-- Passwords of registrations that were refused because the address has an account. Later sign-ins
-- get the same response as for a free address. The key is a hash of the address.
create table rejected_registrations (
  key_hash bytea primary key,
  password_hash text not null,
  expires_at timestamptz not null,
  -- The registration was replaced by an invitation and counts only while that invitation exists.
  needs_account boolean not null default false
);
create index rejected_registrations_age on rejected_registrations (expires_at);

-- One authenticator app per user.
create table authenticators (
  user_id bigint primary key references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  -- Null until the first app is confirmed.
  sealed_secret text,
  confirmed_at timestamptz,
  -- Secret of an app that is being added. It replaces sealed_secret after the first correct code.
  pending_secret text,
  pending_at timestamptz,
  -- Account id that the secrets were sealed for. It stays when the user moves to another company.
  sealed_for bigint not null,
  -- Time step of the latest accepted code. A code is accepted once.
  last_step bigint not null default 0,
  check ((sealed_secret is null) = (confirmed_at is null)),
  check ((pending_secret is null) = (pending_at is null))
);
call make_tenant_table('authenticators');

-- Each code works once.
create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  code_hash bytea not null,
  company_id bigint not null references companies (id),
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);
call make_tenant_table('recovery_codes');

-- WebAuthn credentials (DEC-08).
create table passkeys (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  -- Signature counter of the credential. A decrease means that the credential was copied.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  -- Random user id that all credentials of one user share.
  user_handle bytea not null check (length(user_handle) = 32),
  name text not null check (length(name) between 1 and 255),
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
create index passkeys_company on passkeys (company_id);
call make_tenant_table('passkeys');

-- Hashes of open WebAuthn challenges. Each is answered once, within minutes.
create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id bigint references users (id) on delete cascade,
  -- Set when a user adds a passkey.
  user_handle bytea,
  expires_at timestamptz not null
);
create index passkey_challenges_age on passkey_challenges (expires_at);
create index passkey_challenges_user on passkey_challenges (user_id);

-- One live token per user (API-002). Revoked tokens are deleted.
create table api_tokens (
  user_id bigint primary key references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  last_four text not null check (length(last_four) = 4),
  -- 'everything', or an area and an action: 'vacancies:read', 'vacancies:write'.
  scopes text[] not null check (cardinality(scopes) between 1 and 20),
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index api_tokens_company on api_tokens (company_id);
call make_tenant_table('api_tokens');

-- Calls with API tokens by route and UTC day (API-003).
create table api_calls (
  user_id bigint not null references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  day date not null,
  resource text not null,
  calls bigint not null check (calls > 0),
  primary key (user_id, company_id, day, resource)
);
create index api_calls_company on api_calls (company_id, day);
call make_tenant_table('api_calls');

-- Last day on which a user called a part of the product (ACT-004).
create table used_features (
  user_id bigint not null references users (id) on delete cascade,
  part text not null check (part in ('search', 'extension', 'messaging', 'api')),
  company_id bigint not null references companies (id),
  last_on date not null,
  primary key (user_id, part)
);
create index used_features_recent on used_features (last_on);
call make_tenant_table('used_features');

-- Web push subscriptions. A row is deleted with its session.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  session_hash bytea not null unique references sessions (token_hash) on delete cascade,
  -- Push service address and encryption keys of the browser (RFC 8291).
  endpoint text not null unique check (length(endpoint) between 1 and 1000),
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 30),
  -- Key of the installation that the browser subscribed with.
  server_key text not null check (length(server_key) <= 100),
  agent text check (length(agent) <= 500),
  created_at timestamptz not null,
  -- Latest failure. Null after a success.
  failed_at timestamptz
);
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_company on push_subscriptions (company_id);
call make_tenant_table('push_subscriptions');
