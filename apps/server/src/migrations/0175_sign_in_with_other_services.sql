-- ACC-003 to ACC-006: an account of another service that signs somebody in: the issuer and its subject, never an e-mail address.
create table social_identities (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  backend text not null check (backend in ('google', 'microsoft')),
  issuer text not null check (length(issuer) between 1 and 1000),
  subject text not null check (length(subject) between 1 and 255),
  -- As the service said it then, for its owner to know it by.
  email text not null check (length(email) <= 255),
  linked_at timestamptz not null,
  used_at timestamptz,
  unique (issuer, subject),
  unique (user_id, backend)
);
create index social_identities_company on social_identities (company_id);
call make_tenant_table('social_identities');

-- Sign-ins on their way through a service, and accounts that are being connected: each is good once, in one browser, for some minutes.
create table social_sign_ins (
  state_hash bytea primary key check (length(state_hash) = 32),
  backend text not null,
  browser_hash bytea not null check (length(browser_hash) = 32),
  -- Nonce and code verifier, sealed.
  secrets text not null,
  next text check (length(next) <= 20000),
  -- Who connects an account, in that session; null: somebody signs in.
  session_hash bytea references sessions (token_hash) on delete cascade,
  expires_at timestamptz not null
);
create index social_sign_ins_expired on social_sign_ins (expires_at);
create index social_sign_ins_session on social_sign_ins (session_hash);

-- What a person is asked after the service has led them back: one in a browser and service, for some minutes.
create table social_steps (
  id uuid primary key default gen_random_uuid(),
  browser_hash bytea not null check (length(browser_hash) = 32),
  backend text not null,
  kind text not null check (kind in ('newcomer', 'password', 'code')),
  -- Who it is at the service, and what was asked for, sealed.
  about text not null,
  next text check (length(next) <= 20000),
  expires_at timestamptz not null,
  unique (browser_hash, backend)
);
create index social_steps_expired on social_steps (expires_at);

-- Of a sign-in that waits for a code: how it began, and the account that is connected once the code is right.
alter table one_time_tokens add column way text, add column link jsonb;
-- How a session began; null for those of before.
alter table sessions add column way text;

create or replace function headwater_note_session() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform headwater_note(new.company_id, now(), new.user_id, 'signed_in', 'user', new.user_id, case when new.way is null then '{}'
      else jsonb_build_object('values', jsonb_build_object('way', jsonb_build_array(null, new.way))) end);
  elsif new.acting_user_id is not null then
    perform headwater_note((select company_id from users where id = new.acting_user_id), now(), new.user_id, 'acting_started', 'user',
      new.acting_user_id);
  elsif exists (select from users where id = old.acting_user_id) then
    -- Whoever returns still counts as the other person here.
    insert into audit_entries (company_id, at, user_id, kind, target_kind, target_id, address)
      select company_id, now(), new.user_id, 'acting_ended', 'user', id, headwater_acting(3)::inet from users where id = old.acting_user_id;
  end if;
  return null;
end $$;

-- DEC-14: how an account is guarded is a change of the user.
create function headwater_note_social_identity() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform headwater_note_guard(new.company_id, new.user_id, 'sign_in_' || new.backend, 'false', 'true');
  else
    perform headwater_note_guard(old.company_id, old.user_id, 'sign_in_' || old.backend, 'true', 'false');
  end if;
  return null;
end $$;
create trigger social_identities_audit after insert or delete on social_identities for each row execute function headwater_note_social_identity();

-- Whoever was deleted may come again with another account; whoever has moved to another company takes it along.
create function headwater_forget_social_identities() returns trigger language plpgsql as $$
begin
  delete from social_identities where user_id = new.id;
  return null;
end $$;
create trigger users_social after update of deleted_at on users for each row
  when (old.deleted_at is null and new.deleted_at is not null and new.moved_to is null) execute function headwater_forget_social_identities();
