-- A company's own imports are its own; those of the common base are the installation's.
call make_tenant_table('imports');

-- Whoever signs out while they act as somebody, or whose session is over, acts as nobody any more.
create function headwater_note_session_end() returns trigger language plpgsql as $$
begin
  insert into audit_entries (company_id, at, user_id, kind, target_kind, target_id, address)
    select company_id, now(), old.user_id, 'acting_ended', 'user', id, headwater_acting(3)::inet from users where id = old.acting_user_id;
  return null;
end $$;
create trigger sessions_end_audit after delete on sessions for each row when (old.acting_user_id is not null)
  execute function headwater_note_session_end();

-- Settings: of a company in its log, of the installation in that of the company of whoever changed them. What is removed was there and is not.
create or replace function headwater_note_settings() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then (select jsonb_object_agg(key, null) from jsonb_object_keys(before) as key) else to_jsonb(new) end;
  company bigint := coalesce(after ->> 'company_id', before ->> 'company_id')::bigint;
  changes jsonb := headwater_changes(before, after,
    '{id,company_id,key,created_at,updated_at,created_by,updated_by,changed_at,changed_by,banned_at,banned_by}');
begin
  company := coalesce(company, (select users.company_id from users where id = headwater_acting(1)::bigint));
  if company is null or changes is null then
    return null;
  end if;
  if tg_op = 'DELETE' then
    changes := jsonb_set(changes, '{values,removed}', '[false, true]');
  end if;
  perform headwater_note(company, now(), null, 'settings_changed', 'settings', null, changes || jsonb_build_object('table', tg_table_name));
  return null;
end $$;
create trigger mailbox_limits_audit after insert or update or delete on mailbox_limits for each row execute function headwater_note_settings();
create trigger departments_audit after insert or update or delete on departments for each row execute function headwater_note_settings();
create trigger user_groups_audit after insert or update or delete on user_groups for each row execute function headwater_note_settings();
create trigger company_links_audit after insert or update or delete on company_links for each row execute function headwater_note_settings();
create trigger banned_links_audit after insert or update or delete on banned_links for each row execute function headwater_note_settings();
create trigger system_notifications_audit after insert or update or delete on system_notifications
  for each row execute function headwater_note_settings();
create trigger extension_notifications_audit after insert or update or delete on extension_notifications
  for each row execute function headwater_note_settings();

-- Tables of enriched people are taken out, too.
alter table audit_entries drop constraint audit_entries_target_kind_check;
alter table audit_entries add constraint audit_entries_target_kind_check check (target_kind in ('profile', 'user', 'company', 'mailing', 'vacancy',
  'sequence', 'search', 'enrichment', 'audit', 'settings'));

-- On whose behalf a job was begun or undone, as headwater.acting has it: the workers carry it out in the same names.
alter table jobs add column acting text default nullif(current_setting('headwater.acting', true), '');

-- Who had a person erased.
alter table audit_entries drop constraint audit_entries_kind_check;
alter table audit_entries add constraint audit_entries_kind_check check (kind in ('profile_viewed', 'contacts_opened', 'profile_erased', 'exported',
  'message_sent', 'mailing_launched', 'acting_started', 'acting_ended', 'signed_in', 'sign_in_failed', 'user_created', 'user_changed', 'user_deleted',
  'token_created', 'token_revoked', 'company_created', 'company_changed', 'settings_changed'));
create function headwater_note_erasure() returns trigger language plpgsql as $$
declare
  company bigint := coalesce(new.company_id, (select company_id from users where id = new.requested_by));
begin
  if company is not null then
    perform headwater_note(company, new.requested_at, new.requested_by, 'profile_erased', 'profile', new.profile_id);
  end if;
  return null;
end $$;
create trigger erasures_audit after insert on erasures for each row execute function headwater_note_erasure();
