-- Apps that show a code every 30 seconds, one a person.
create table authenticators (
  user_id bigint primary key references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  -- Of the app that is asked for codes; null while the first one is being added.
  sealed_secret text,
  confirmed_at timestamptz,
  -- Of the app that is being added, also in place of the other; it counts once it has shown a code.
  pending_secret text,
  pending_at timestamptz,
  -- The account that both were sealed for: it stays when the person moves to another company.
  sealed_for bigint not null,
  -- Number of the 30 seconds of the last code that was taken: no code is taken twice.
  last_step bigint not null default 0,
  check ((sealed_secret is null) = (confirmed_at is null)),
  check ((pending_secret is null) = (pending_at is null))
);
call make_tenant_table('authenticators');

-- For who has lost the app; each works once.
create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  code_hash bytea not null,
  company_id bigint not null references companies (id),
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);
call make_tenant_table('recovery_codes');

-- What a person tells their sessions apart by.
alter table sessions
  add column id bigint generated always as identity unique,
  add column address text,
  add column agent text check (length(agent) <= 500),
  add column seen_at timestamptz;

-- DEC-14: how an account is guarded is a change of the user.
create function headwater_note_guard(company bigint, person bigint, field text, before jsonb, after jsonb) returns void language plpgsql as $$
begin
  perform headwater_note(company, now(), person, 'user_changed', 'user', person, jsonb_build_object(
    'fields', jsonb_build_array(field), 'values', jsonb_build_object(field, jsonb_build_array(before, after))));
end $$;

create function headwater_note_authenticator() returns trigger language plpgsql as $$
declare
  had boolean := tg_op <> 'INSERT' and old.confirmed_at is not null;
  has boolean := tg_op <> 'DELETE' and new.confirmed_at is not null;
begin
  -- One that takes the place of another is told of as well; moving along with its person is not.
  if had <> has or (tg_op = 'UPDATE' and old.confirmed_at is distinct from new.confirmed_at) then
    perform headwater_note_guard(case when tg_op = 'DELETE' then old.company_id else new.company_id end,
      case when tg_op = 'DELETE' then old.user_id else new.user_id end, 'authenticator', to_jsonb(had), to_jsonb(has));
  end if;
  return null;
end $$;
create trigger authenticators_audit after insert or update or delete on authenticators for each row execute function headwater_note_authenticator();

create function headwater_note_recovery_codes() returns trigger language plpgsql as $$
begin
  perform headwater_note_guard(company_id, user_id, 'recovery_codes', null, to_jsonb(count(*))) from changed group by company_id, user_id;
  return null;
end $$;
create trigger recovery_codes_audit after insert on recovery_codes referencing new table as changed
  for each statement execute function headwater_note_recovery_codes();

create function headwater_note_recovery() returns trigger language plpgsql as $$
begin
  -- One alone was used; all of them go with the app, or for new ones.
  perform headwater_note_guard(company_id, user_id, 'recovery_codes', to_jsonb(remaining + 1), to_jsonb(remaining))
    from (select company_id, user_id, (select count(*) from recovery_codes as code where code.user_id = changed.user_id) as remaining
      from changed group by company_id, user_id having count(*) = 1) as used where remaining > 0;
  return null;
end $$;
create trigger recovery_codes_use_audit after delete on recovery_codes referencing old table as changed
  for each statement execute function headwater_note_recovery();
