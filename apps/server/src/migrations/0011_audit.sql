-- Audit log (DEC-14), written in the transaction of the action and never changed. Ids only: an
-- erased person leaves no name.
create table audit_entries (
  id bigint generated always as identity primary key,
  -- No foreign keys: entries outlive accounts.
  company_id bigint not null,
  at timestamptz not null,
  -- Null: the installation.
  user_id bigint,
  -- Staff member who acted as the user (ROLE-033).
  original_user_id bigint,
  kind text not null
    check (kind in ('profile_viewed', 'contacts_opened', 'profile_erased', 'exported', 'message_sent',
    'mailing_launched', 'acting_started', 'acting_ended', 'signed_in', 'sign_in_failed', 'user_created',
    'user_changed', 'user_deleted', 'token_created', 'token_revoked', 'company_created', 'company_changed',
    'settings_changed')),
  target_kind text not null
    check (target_kind in ('profile', 'user', 'company', 'mailing', 'vacancy', 'sequence', 'search', 'enrichment',
    'audit', 'settings')),
  -- Null: not a row, for example a search.
  target_id bigint,
  -- {"fields": ["role"], "values": {"role": ["worker", "admin"]}, "table": "sending_limits"},
  -- without texts of people.
  details jsonb not null default '{}',
  address inet
);
create index audit_entries_list on audit_entries (company_id, id desc);
create index audit_entries_user on audit_entries (company_id, user_id, id desc);
create index audit_entries_target on audit_entries (company_id, target_kind, target_id, id desc);
create index audit_entries_age on audit_entries (at);
call make_tenant_table('audit_entries');
revoke update, delete, truncate on audit_entries from headwater_app;

-- Days that a company keeps its entries. No row: two years.
create table audit_retention (
  company_id bigint primary key references companies (id) on delete cascade,
  days integer not null check (days between 90 and 3650)
);
call make_tenant_table('audit_retention');

-- The only way to delete entries. Runs as the owner, for all companies in system scope.
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

-- Part of 'user/original user/address', set by the application in each writing transaction of a
-- request.
create function headwater_acting(part integer) returns text language sql stable
  as $$ select nullif(split_part(current_setting('headwater.acting', true), '/', part), '') $$;

create function headwater_add_audit_entry(company bigint, made timestamptz, person bigint, what text, target text, id bigint, about jsonb default '{}')
  returns void language sql as $$
  insert into audit_entries (company_id, at, user_id, original_user_id, kind, target_kind, target_id, details, address)
  values (company, made, coalesce(headwater_acting(1)::bigint, person), headwater_acting(2)::bigint, what, target, id, about, headwater_acting(3)::inet) $$;

-- Changed columns of a row. Values are included for numbers, booleans and roles only: no texts of
-- people and no secrets.
create function headwater_changed_fields(before jsonb, after jsonb, passed text[]) returns jsonb language sql immutable as $$
  with changed as (
    select key, before -> key as was, value as is_now from jsonb_each(after)
    where not key = any(passed) and (before is null or before -> key is distinct from value))
  select case when count(*) = 0 then null else jsonb_build_object(
    'fields', jsonb_agg(key order by key),
    'values', coalesce(jsonb_object_agg(key, jsonb_build_array(was, is_now)) filter (where
      jsonb_typeof(is_now) in ('number', 'boolean') or jsonb_typeof(was) in ('number', 'boolean') or key in ('role', 'access_type')), '{}')) end
  from changed $$;

create function headwater_audit_profile_view() returns trigger language plpgsql as $$
begin
  perform headwater_add_audit_entry(new.company_id, new.viewed_at, new.user_id, 'profile_viewed', 'profile', new.profile_id);
  return null;
end $$;
create trigger profile_views_audit after insert on profile_views for each row execute function headwater_audit_profile_view();

create function headwater_audit_contact_opening() returns trigger language plpgsql as $$
begin
  perform headwater_add_audit_entry(new.company_id, new.opened_at, new.user_id, 'contacts_opened', 'profile', new.profile_id);
  return null;
end $$;
create trigger contact_openings_audit after insert on contact_openings for each row
  execute function headwater_audit_contact_opening();

create function headwater_audit_erasure() returns trigger language plpgsql as $$
declare
  company bigint := coalesce(new.company_id, (select company_id from users where id = new.requested_by));
begin
  if company is not null then
    perform headwater_add_audit_entry(company, new.requested_at, new.requested_by, 'profile_erased', 'profile', new.profile_id);
  end if;
  return null;
end $$;
create trigger erasures_audit after insert on erasures for each row execute function headwater_audit_erasure();

create function headwater_audit_single_message() returns trigger language plpgsql as $$
begin
  perform headwater_add_audit_entry(new.company_id, now(), new.created_by, 'message_sent', 'mailing', new.id);
  return null;
end $$;
create trigger mailings_audit after insert on mailings for each row when (new.type = 'single')
  execute function headwater_audit_single_message();

create function headwater_audit_launch() returns trigger language plpgsql as $$
begin
  perform headwater_add_audit_entry(new.company_id, now(), new.launched_by, 'mailing_launched', 'mailing', new.mailing_id);
  return null;
end $$;
create trigger mailing_launches_audit after insert on mailing_launches for each row
  execute function headwater_audit_launch();

create function headwater_audit_telegram_message() returns trigger language plpgsql as $$
declare
  profile bigint := (select profile_id from telegram_dialogs where id = new.dialog_id);
begin
  if profile is not null then
    perform headwater_add_audit_entry(new.company_id, now(), new.sender_id, 'message_sent', 'profile', profile);
  end if;
  return null;
end $$;
create trigger telegram_messages_audit after insert on telegram_messages for each row
  when (new.sender_id is not null) execute function headwater_audit_telegram_message();

create function headwater_audit_session() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform headwater_add_audit_entry(new.company_id, now(), new.user_id, 'signed_in', 'user', new.user_id, case when new.way is null then '{}'
      else jsonb_build_object('values', jsonb_build_object('way', jsonb_build_array(null, new.way))) end);
  elsif new.acting_user_id is not null then
    perform headwater_add_audit_entry((select company_id from users where id = new.acting_user_id), now(), new.user_id, 'acting_started', 'user',
      new.acting_user_id);
  elsif exists (select from users where id = old.acting_user_id) then
    -- headwater.acting still names the other user when a staff member returns.
    insert into audit_entries (company_id, at, user_id, kind, target_kind, target_id, address)
      select company_id, now(), new.user_id, 'acting_ended', 'user', id, headwater_acting(3)::inet from users where id = old.acting_user_id;
  end if;
  return null;
end $$;
create trigger sessions_audit after insert on sessions for each row execute function headwater_audit_session();
create trigger sessions_acting_audit after update of acting_user_id on sessions for each row
  when (old.acting_user_id is distinct from new.acting_user_id) execute function headwater_audit_session();

-- Deleting a session ends acting as another user.
create function headwater_audit_session_end() returns trigger language plpgsql as $$
begin
  insert into audit_entries (company_id, at, user_id, kind, target_kind, target_id, address)
    select company_id, now(), old.user_id, 'acting_ended', 'user', id, headwater_acting(3)::inet from users where id = old.acting_user_id;
  return null;
end $$;
create trigger sessions_end_audit after delete on sessions for each row
  when (old.acting_user_id is not null) execute function headwater_audit_session_end();

create function headwater_audit_user() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    perform headwater_add_audit_entry(new.company_id, now(), null, 'user_created', 'user', new.id, jsonb_build_object('values', jsonb_build_object('role', jsonb_build_array(null, new.role))));
  elsif tg_op = 'DELETE' then
    perform headwater_add_audit_entry(old.company_id, now(), null, 'user_deleted', 'user', old.id);
  else
    changes := headwater_changed_fields(to_jsonb(old), to_jsonb(new), '{last_seen_at,language,range_measure,is_address_pending,is_address_released}');
    if changes is not null then
      perform headwater_add_audit_entry(new.company_id, now(), null, 'user_changed', 'user', new.id, changes);
    end if;
  end if;
  return null;
end $$;
create trigger users_audit after insert or update or delete on users for each row execute function headwater_audit_user();

create function headwater_audit_company() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    perform headwater_add_audit_entry(new.id, now(), null, 'company_created', 'company', new.id);
    return null;
  end if;
  -- Credits have transactions. Each feature and detail is a field of its own.
  changes := headwater_changed_fields(to_jsonb(old) - 'features' - 'details' || old.features || old.details,
    to_jsonb(new) - 'features' - 'details' || new.features || new.details, '{credits,demo_end_email_at}');
  if changes is not null then
    perform headwater_add_audit_entry(new.id, now(), null, 'company_changed', 'company', new.id, changes);
  end if;
  return null;
end $$;
create trigger companies_audit after insert or update on companies for each row
  execute function headwater_audit_company();

create function headwater_audit_credits() returns trigger language plpgsql as $$
begin
  perform headwater_add_audit_entry(new.company_id, now(), new.author_id, 'company_changed', 'company', new.company_id,
    jsonb_build_object('fields', jsonb_build_array('credits'), 'values', jsonb_build_object('credits', jsonb_build_array(new.balance - new.amount, new.balance))));
  return null;
end $$;
create trigger credit_transactions_audit after insert on credit_transactions for each row
  when (new.reason not in ('vacancy_description', 'message_generation', 'llm_mailing'))
  execute function headwater_audit_credits();

create function headwater_audit_api_token() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform headwater_add_audit_entry(old.company_id, now(), null, 'token_revoked', 'user', old.user_id);
  else
    perform headwater_add_audit_entry(new.company_id, now(), new.created_by, 'token_created', 'user', new.user_id);
  end if;
  return null;
end $$;
create trigger api_tokens_audit after insert or update or delete on api_tokens for each row
  execute function headwater_audit_api_token();

create function headwater_audit_scim_token() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- A deleted company has no log.
    if exists (select from companies where id = old.company_id) then
      perform headwater_add_audit_entry(old.company_id, now(), null, 'token_revoked', 'settings', null, '{"table": "scim_tokens"}');
    end if;
  else
    perform headwater_add_audit_entry(new.company_id, now(), new.created_by, 'token_created', 'settings', null, '{"table": "scim_tokens"}');
  end if;
  return null;
end $$;
create trigger scim_tokens_audit after insert or delete or update of token_hash
  on scim_tokens for each row execute function headwater_audit_scim_token();

-- Changes of sign-in methods are changes of the user (DEC-14).
create function headwater_audit_credential(company bigint, person bigint, field text, before jsonb, after jsonb) returns void language plpgsql as $$
begin
  perform headwater_add_audit_entry(company, now(), person, 'user_changed', 'user', person, jsonb_build_object(
    'fields', jsonb_build_array(field), 'values', jsonb_build_object(field, jsonb_build_array(before, after))));
end $$;

create function headwater_audit_authenticator() returns trigger language plpgsql as $$
declare
  had boolean := tg_op <> 'INSERT' and old.confirmed_at is not null;
  has boolean := tg_op <> 'DELETE' and new.confirmed_at is not null;
begin
  -- A replacement is logged. Moving the user to another company is not.
  if had <> has or (tg_op = 'UPDATE' and old.confirmed_at is distinct from new.confirmed_at) then
    perform headwater_audit_credential(case when tg_op = 'DELETE' then old.company_id else new.company_id end,
      case when tg_op = 'DELETE' then old.user_id else new.user_id end, 'authenticator', to_jsonb(had), to_jsonb(has));
  end if;
  return null;
end $$;
create trigger authenticators_audit after insert or update or delete on authenticators for each row
  execute function headwater_audit_authenticator();

create function headwater_audit_recovery_codes() returns trigger language plpgsql as $$
begin
  perform headwater_audit_credential(company_id, user_id, 'recovery_codes', null, to_jsonb(count(*))) from changed group by company_id, user_id;
  return null;
end $$;
create trigger recovery_codes_audit after insert
  on recovery_codes referencing new table as changed for each statement execute function headwater_audit_recovery_codes();

create function headwater_audit_recovery_code_use() returns trigger language plpgsql as $$
begin
  perform headwater_audit_credential(company_id, user_id, 'recovery_codes', to_jsonb(remaining + 1), to_jsonb(remaining))
    from (select company_id, user_id, (select count(*) from recovery_codes as code where code.user_id = changed.user_id) as remaining
      from changed group by company_id, user_id having count(*) = 1) as used
    where remaining > 0 or exists (select from authenticators where authenticators.user_id = used.user_id);
  return null;
end $$;
create trigger recovery_codes_use_audit after delete
  on recovery_codes referencing old table as changed for each statement execute function headwater_audit_recovery_code_use();

create function headwater_audit_passkey() returns trigger language plpgsql as $$
declare
  company bigint := case when tg_op = 'INSERT' then new.company_id else old.company_id end;
  person bigint := case when tg_op = 'INSERT' then new.user_id else old.user_id end;
  left_over bigint := (select count(*) from passkeys where user_id = person);
begin
  perform headwater_audit_credential(company, person, 'passkeys', to_jsonb(left_over + case when tg_op = 'INSERT' then -1 else 1 end), to_jsonb(left_over));
  return null;
end $$;
create trigger passkeys_audit after insert or delete on passkeys for each row execute function headwater_audit_passkey();

create function headwater_audit_social_identity() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform headwater_audit_credential(new.company_id, new.user_id, 'sign_in_' || new.backend, 'false', 'true');
  else
    perform headwater_audit_credential(old.company_id, old.user_id, 'sign_in_' || old.backend, 'true', 'false');
  end if;
  return null;
end $$;
create trigger social_identities_audit after insert or delete on social_identities for each row
  execute function headwater_audit_social_identity();

create function headwater_audit_sso_identity() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform headwater_audit_credential(new.company_id, new.user_id, 'sign_in_sso', 'false', 'true');
  else
    perform headwater_audit_credential(old.company_id, old.user_id, 'sign_in_sso', 'true', 'false');
  end if;
  return null;
end $$;
create trigger sso_identities_audit after insert or delete on sso_identities for each row
  execute function headwater_audit_sso_identity();

-- Settings of the installation go to the log of the company of the user who changed them.
create function headwater_audit_settings() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then (select jsonb_object_agg(key, null) from jsonb_object_keys(before) as key) else to_jsonb(new) end;
  company bigint := coalesce(after ->> 'company_id', before ->> 'company_id')::bigint;
  changes jsonb := headwater_changed_fields(before, after,
    '{id,company_id,key,created_at,updated_at,created_by,updated_by,changed_at,changed_by,banned_at,banned_by}');
begin
  company := coalesce(company, (select users.company_id from users where id = headwater_acting(1)::bigint));
  if company is null or changes is null then
    return null;
  end if;
  if tg_op = 'DELETE' then
    changes := jsonb_set(changes, '{values,removed}', '[false, true]');
  end if;
  perform headwater_add_audit_entry(company, now(), null, 'settings_changed', 'settings', null, changes || jsonb_build_object('table', tg_table_name));
  return null;
end $$;
create trigger company_quotas_audit after insert or update on company_quotas for each row
  execute function headwater_audit_settings();
create trigger company_messaging_settings_audit after insert or update
  on company_messaging_settings for each row execute function headwater_audit_settings();
create trigger sending_limits_audit after insert or update or delete on sending_limits for each row
  execute function headwater_audit_settings();
create trigger retention_rules_audit after insert or update or delete on retention_rules for each row
  execute function headwater_audit_settings();
create trigger audit_retention_audit after insert or update on audit_retention for each row
  execute function headwater_audit_settings();
create trigger mailbox_limits_audit after insert or update or delete on mailbox_limits for each row
  execute function headwater_audit_settings();
create trigger departments_audit after insert or update or delete on departments for each row
  execute function headwater_audit_settings();
create trigger user_groups_audit after insert or update or delete on user_groups for each row
  execute function headwater_audit_settings();
create trigger company_links_audit after insert or update or delete on company_links for each row
  execute function headwater_audit_settings();
create trigger banned_links_audit after insert or update or delete on banned_links for each row
  execute function headwater_audit_settings();
create trigger system_notifications_audit after insert or update or delete
  on system_notifications for each row execute function headwater_audit_settings();
create trigger extension_notifications_audit after insert or update or delete
  on extension_notifications for each row execute function headwater_audit_settings();
create trigger sso_settings_audit after insert or update or delete on sso_settings for each row
  execute function headwater_audit_settings();
create trigger sso_domains_audit after insert or update or delete on sso_domains for each row
  execute function headwater_audit_settings();
-- Default statuses of a new company are not changes of a user, nor is the order.
create trigger candidate_statuses_added_audit after insert on candidate_statuses for each row
  when (not new.is_default) execute function headwater_audit_settings();
create trigger candidate_statuses_audit after update on candidate_statuses for each row
  when ((old.name, old.is_active, old.selected, old.color, old.deleted_at) is distinct from (new.name, new.is_active,
  new.selected, new.color, new.deleted_at)) execute function headwater_audit_settings();
create trigger telegram_managers_audit after insert or delete on telegram_managers for each row
  execute function headwater_audit_settings();

-- Manual suppressions and releases, without the address. A pasted list is one entry.
create function headwater_audit_suppression() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if coalesce(current_setting('headwater.suppressing', true), '') <> '' then
      return null;
    end if;
    perform set_config('headwater.suppressing', 'noted', true);
  end if;
  perform headwater_add_audit_entry(new.company_id, now(), coalesce(new.released_by, new.added_by), 'settings_changed', 'settings', null,
    jsonb_build_object('table', tg_table_name, 'fields', jsonb_build_array('address'),
      'values', case when new.released_at is null then '{}'::jsonb else '{"removed": [false, true]}'::jsonb end));
  return null;
end $$;
create trigger suppressions_added_audit after insert on suppressions for each row
  when (new.added_by is not null) execute function headwater_audit_suppression();
create trigger suppressions_released_audit after update on suppressions for each row
  when (old.released_at is null and new.released_at is not null and new.released_by is not null)
  execute function headwater_audit_suppression();

-- Only settings: other columns change with each sync.
create function headwater_audit_telegram_account() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  changes := headwater_changed_fields(
    case when tg_op = 'INSERT' then null else to_jsonb(old) end, to_jsonb(new),
    array(select jsonb_object_keys(to_jsonb(new)) except select unnest('{limit_total,warms_up,note,state}'::text[])));
  if changes is not null then
    perform headwater_add_audit_entry(new.company_id, now(), null, 'settings_changed', 'settings', null, changes || jsonb_build_object('table', tg_table_name,
      'is_removed', new.state = 'removed'));
  end if;
  return null;
end $$;
create trigger telegram_accounts_added_audit after insert on telegram_accounts for each row
  execute function headwater_audit_telegram_account();
create trigger telegram_accounts_audit after update of limit_total, warms_up, note, state
  on telegram_accounts for each row execute function headwater_audit_telegram_account();
