-- ADR 89: when the password was last set through an e-mailed link. Null: the person has typed the one before, or it was never reset.
alter table users add column password_emailed_at timestamptz;

-- The log has the change of the password itself.
create or replace function headwater_audit_user() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    perform headwater_add_audit_entry(new.company_id, now(), null, 'user_created', 'user', new.id, jsonb_build_object('values', jsonb_build_object('role', jsonb_build_array(null, new.role))));
  elsif tg_op = 'DELETE' then
    perform headwater_add_audit_entry(old.company_id, now(), null, 'user_deleted', 'user', old.id);
  else
    changes := headwater_changed_fields(to_jsonb(old), to_jsonb(new),
      '{last_seen_at,language,range_measure,is_address_pending,is_address_released,password_emailed_at}');
    if changes is not null then
      perform headwater_add_audit_entry(new.company_id, now(), null, 'user_changed', 'user', new.id, changes);
    end if;
  end if;
  return null;
end $$;

-- ADR 88: whether SCIM may change email addresses of administrators.
alter table scim_tokens add column changes_admin_addresses boolean not null default false;

create or replace function headwater_audit_scim_token() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- A deleted company has no log.
    if exists (select from companies where id = old.company_id) then
      perform headwater_add_audit_entry(old.company_id, now(), null, 'token_revoked', 'settings', null, '{"table": "scim_tokens"}');
    end if;
  elsif tg_op = 'UPDATE' and old.changes_admin_addresses is distinct from new.changes_admin_addresses then
    perform headwater_add_audit_entry(new.company_id, now(), null, 'settings_changed', 'settings', null, jsonb_build_object(
      'table', 'scim_tokens', 'fields', jsonb_build_array('changes_admin_addresses'),
      'values', jsonb_build_object('changes_admin_addresses', jsonb_build_array(old.changes_admin_addresses, new.changes_admin_addresses))));
  else
    perform headwater_add_audit_entry(new.company_id, now(), new.created_by, 'token_created', 'settings', null, '{"table": "scim_tokens"}');
  end if;
  return null;
end $$;
create trigger scim_tokens_rule_audit after update of changes_admin_addresses on scim_tokens for each row
  when (old.changes_admin_addresses is distinct from new.changes_admin_addresses) execute function headwater_audit_scim_token();
