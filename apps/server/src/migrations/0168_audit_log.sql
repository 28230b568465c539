-- DEC-14: who saw, exported, wrote and acted as somebody, who signed in, and what was changed of users, companies and settings.
-- Ids alone: whoever is erased leaves no name here. Rows are added with what they tell of, in its transaction, and are never changed.
create table audit_entries (
  id bigint generated always as identity primary key,
  -- No references: what was done outlives accounts and registrations that are forgotten.
  company_id bigint not null,
  at timestamptz not null,
  -- Null where the installation did it by itself.
  user_id bigint,
  -- Who signed in, where they acted as the user (ROLE-033).
  original_user_id bigint,
  kind text not null check (kind in ('profile_viewed', 'contacts_opened', 'exported', 'message_sent', 'mailing_launched', 'acting_started',
    'acting_ended', 'signed_in', 'sign_in_failed', 'user_created', 'user_changed', 'user_deleted', 'token_created', 'token_revoked',
    'company_created', 'company_changed', 'settings_changed')),
  target_kind text not null check (target_kind in ('profile', 'user', 'company', 'mailing', 'vacancy', 'sequence', 'search', 'audit', 'settings')),
  -- Null where it is no row: a search, the settings.
  target_id bigint,
  -- {"fields": ["role"], "values": {"role": ["worker", "admin"]}, "table": "sending_limits"}; no texts of people.
  details jsonb not null default '{}',
  address inet
);
create index audit_entries_list on audit_entries (company_id, id desc);
create index audit_entries_user on audit_entries (company_id, user_id, id desc);
create index audit_entries_target on audit_entries (company_id, target_kind, target_id, id desc);
create index audit_entries_age on audit_entries (at);
call make_tenant_table('audit_entries');
revoke update, delete, truncate on audit_entries from headwater_app;

-- For how many days a company's entries are kept; without a row, two years.
create table audit_retention (
  company_id bigint primary key references companies (id) on delete cascade,
  days integer not null check (days between 90 and 3650)
);
call make_tenant_table('audit_retention');

-- The only way in which entries go: those that are too old, so many at a time. It runs with the rights of its owner, for all companies
-- where it is called for the system.
create function headwater_delete_old_audit_entries(most integer) returns bigint language sql security definer
  set search_path = pg_catalog, public as $$
  with deleted as (
    delete from public.audit_entries where id in (
      select entry.id from public.audit_entries as entry left join public.audit_retention as kept on kept.company_id = entry.company_id
      where entry.at < now() - make_interval(days => coalesce(kept.days, 730)) limit most)
    returning 1)
  select count(*) from deleted $$;
revoke all on function headwater_delete_old_audit_entries from public;
grant execute on function headwater_delete_old_audit_entries to headwater_app;

-- 'user/original user/address', set by the application for each transaction that a request writes in.
create function headwater_acting(part integer) returns text language sql stable
  as $$ select nullif(split_part(current_setting('headwater.acting', true), '/', part), '') $$;

create function headwater_note(company bigint, made timestamptz, person bigint, what text, target text, id bigint, about jsonb default '{}')
  returns void language sql as $$
  insert into audit_entries (company_id, at, user_id, original_user_id, kind, target_kind, target_id, details, address)
  values (company, made, coalesce(headwater_acting(1)::bigint, person), headwater_acting(2)::bigint, what, target, id, about, headwater_acting(3)::inet) $$;

create function headwater_note_view() returns trigger language plpgsql as $$
begin
  perform headwater_note(new.company_id, new.viewed_at, new.user_id, 'profile_viewed', 'profile', new.profile_id);
  return null;
end $$;
create trigger profile_views_audit after insert on profile_views for each row execute function headwater_note_view();

create function headwater_note_opening() returns trigger language plpgsql as $$
begin
  perform headwater_note(new.company_id, new.opened_at, new.user_id, 'contacts_opened', 'profile', new.profile_id);
  return null;
end $$;
create trigger contact_openings_audit after insert on contact_openings for each row execute function headwater_note_opening();

create function headwater_note_single_message() returns trigger language plpgsql as $$
begin
  perform headwater_note(new.company_id, now(), new.created_by, 'message_sent', 'mailing', new.id);
  return null;
end $$;
create trigger mailings_audit after insert on mailings for each row when (new.type = 'single') execute function headwater_note_single_message();

create function headwater_note_launch() returns trigger language plpgsql as $$
begin
  perform headwater_note(new.company_id, now(), new.launched_by, 'mailing_launched', 'mailing', new.mailing_id);
  return null;
end $$;
create trigger mailing_launches_audit after insert on mailing_launches for each row execute function headwater_note_launch();

create function headwater_note_session() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform headwater_note(new.company_id, now(), new.user_id, 'signed_in', 'user', new.user_id);
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
create trigger sessions_audit after insert on sessions for each row execute function headwater_note_session();
create trigger sessions_acting_audit after update of acting_user_id on sessions for each row
  when (old.acting_user_id is distinct from new.acting_user_id) execute function headwater_note_session();

-- What of a row changed: the names of its columns, and before and after of numbers, switches and roles. Texts of people and secrets stay out.
create function headwater_changes(before jsonb, after jsonb, passed text[]) returns jsonb language sql immutable as $$
  with changed as (
    select key, before -> key as was, value as is_now from jsonb_each(after)
    where not key = any(passed) and (before is null or before -> key is distinct from value))
  select case when count(*) = 0 then null else jsonb_build_object(
    'fields', jsonb_agg(key order by key),
    'values', coalesce(jsonb_object_agg(key, jsonb_build_array(was, is_now)) filter (where
      jsonb_typeof(is_now) in ('number', 'boolean') or jsonb_typeof(was) in ('number', 'boolean') or key in ('role', 'access_type')), '{}')) end
  from changed $$;

create function headwater_note_user() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    perform headwater_note(new.company_id, now(), null, 'user_created', 'user', new.id, jsonb_build_object('values', jsonb_build_object('role', jsonb_build_array(null, new.role))));
  elsif tg_op = 'DELETE' then
    perform headwater_note(old.company_id, now(), null, 'user_deleted', 'user', old.id);
  else
    changes := headwater_changes(to_jsonb(old), to_jsonb(new), '{last_seen_at,language,range_measure}');
    if changes is not null then
      perform headwater_note(new.company_id, now(), null, 'user_changed', 'user', new.id, changes);
    end if;
  end if;
  return null;
end $$;
create trigger users_audit after insert or update or delete on users for each row execute function headwater_note_user();

create function headwater_note_company() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    perform headwater_note(new.id, now(), null, 'company_created', 'company', new.id);
    return null;
  end if;
  -- Credits have transactions; switches and details are told one by one.
  changes := headwater_changes(to_jsonb(old) - 'features' - 'details' || old.features || old.details,
    to_jsonb(new) - 'features' - 'details' || new.features || new.details, '{credits,demo_end_email_at}');
  if changes is not null then
    perform headwater_note(new.id, now(), null, 'company_changed', 'company', new.id, changes);
  end if;
  return null;
end $$;
create trigger companies_audit after insert or update on companies for each row execute function headwater_note_company();

create function headwater_note_token() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform headwater_note(old.company_id, now(), null, 'token_revoked', 'user', old.user_id);
  else
    perform headwater_note(new.company_id, now(), new.created_by, 'token_created', 'user', new.user_id);
  end if;
  return null;
end $$;
create trigger api_tokens_audit after insert or update or delete on api_tokens for each row execute function headwater_note_token();

create function headwater_note_credits() returns trigger language plpgsql as $$
begin
  perform headwater_note(new.company_id, now(), new.author_id, 'company_changed', 'company', new.company_id,
    jsonb_build_object('fields', jsonb_build_array('credits'), 'values', jsonb_build_object('credits', jsonb_build_array(new.balance - new.amount, new.balance))));
  return null;
end $$;
create trigger credit_transactions_audit after insert on credit_transactions for each row
  when (new.reason not in ('vacancy_description', 'message_generation', 'llm_mailing')) execute function headwater_note_credits();

-- Settings of a company: the argument names those that are told of.
create function headwater_note_settings() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  changes jsonb := headwater_changes(case when tg_op = 'DELETE' then null else before end, after, '{id,company_id,created_at,updated_at,created_by,updated_by}');
begin
  if changes is not null then
    perform headwater_note((after ->> 'company_id')::bigint, now(), null, 'settings_changed', 'settings', null,
      changes || jsonb_build_object('table', tg_table_name, 'is_removed', tg_op = 'DELETE'));
  end if;
  return null;
end $$;
create trigger company_quotas_audit after insert or update on company_quotas for each row execute function headwater_note_settings();
create trigger company_messaging_settings_audit after insert or update on company_messaging_settings for each row execute function headwater_note_settings();
create trigger sending_limits_audit after insert or update or delete on sending_limits for each row execute function headwater_note_settings();
create trigger retention_rules_audit after insert or update or delete on retention_rules for each row execute function headwater_note_settings();
create trigger audit_retention_audit after insert or update on audit_retention for each row execute function headwater_note_settings();
