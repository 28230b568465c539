-- DEC-08: keys that a device signs in with, after it has verified its person.
create table passkeys (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  -- How often the passkey says that it was used; one that goes back was copied.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  -- What the device calls its person by: random, the same for all passkeys of one.
  user_handle bytea not null check (length(user_handle) = 32),
  name text not null check (length(name) between 1 and 255),
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
create index passkeys_company on passkeys (company_id);
call make_tenant_table('passkeys');

-- What a passkey was asked to sign, as a hash: for a person who adds one, or a visitor who signs in. Each is answered once, within minutes.
create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id bigint references users (id) on delete cascade,
  -- Of who adds one.
  user_handle bytea,
  expires_at timestamptz not null
);
create index passkey_challenges_age on passkey_challenges (expires_at);
create index passkey_challenges_user on passkey_challenges (user_id);

create function headwater_note_passkey() returns trigger language plpgsql as $$
declare
  company bigint := case when tg_op = 'INSERT' then new.company_id else old.company_id end;
  person bigint := case when tg_op = 'INSERT' then new.user_id else old.user_id end;
  left_over bigint := (select count(*) from passkeys where user_id = person);
begin
  perform headwater_note_guard(company, person, 'passkeys', to_jsonb(left_over + case when tg_op = 'INSERT' then -1 else 1 end), to_jsonb(left_over));
  return null;
end $$;
create trigger passkeys_audit after insert or delete on passkeys for each row execute function headwater_note_passkey();
