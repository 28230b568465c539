-- A user has any number of named tokens, and at most one without a name (API-004 to API-007).
alter table api_tokens drop constraint api_tokens_pkey;
alter table api_tokens
  add column id bigint generated always as identity primary key,
  add column name text check (length(name) between 1 and 100),
  add column last_used_at timestamptz;
create unique index api_tokens_unnamed on api_tokens (user_id) where name is null;
create unique index api_tokens_name on api_tokens (user_id, lower(name));

create or replace function headwater_audit_api_token() returns trigger language plpgsql as $$
declare
  about jsonb;
begin
  if tg_op = 'DELETE' then
    about := case when old.name is null then '{}' else jsonb_build_object('values', jsonb_build_object('name', jsonb_build_array(null, old.name))) end;
    perform headwater_add_audit_entry(old.company_id, now(), null, 'token_revoked', 'user', old.user_id, about);
  else
    about := case when new.name is null then '{}' else jsonb_build_object('values', jsonb_build_object('name', jsonb_build_array(null, new.name))) end;
    perform headwater_add_audit_entry(new.company_id, now(), new.created_by, 'token_created', 'user', new.user_id, about);
  end if;
  return null;
end $$;
drop trigger api_tokens_audit on api_tokens;
-- The last use is no change.
create trigger api_tokens_audit after insert or delete or update of token_hash on api_tokens for each row
  execute function headwater_audit_api_token();

-- Name of the API token that made the request, '' for the one without a name. headwater.acting has its id as the fourth part.
create function headwater_acting_token() returns jsonb language sql stable as $$
  select coalesce((select jsonb_build_object('token', coalesce(name, '')) from api_tokens where id = headwater_acting(4)::bigint), '{}') $$;

create or replace function headwater_add_audit_entry(company bigint, made timestamptz, person bigint, what text, target text, id bigint, about jsonb default '{}')
  returns void language sql as $$
  insert into audit_entries (company_id, at, user_id, original_user_id, kind, target_kind, target_id, details, address)
  values (company, made, coalesce(headwater_acting(1)::bigint, person), headwater_acting(2)::bigint, what, target, id,
    about || headwater_acting_token(), headwater_acting(3)::inet) $$;
