-- Method and time of the last sign-in. Sessions end, and the audit log is deleted after its retention.
alter table users add column last_sign_in_at timestamptz, add column last_sign_in_way text;

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
      '{last_seen_at,language,range_measure,is_address_pending,is_address_released,password_emailed_at,last_sign_in_at,last_sign_in_way}');
    if changes is not null then
      perform headwater_add_audit_entry(new.company_id, now(), null, 'user_changed', 'user', new.id, changes);
    end if;
  end if;
  return null;
end $$;

update users set last_sign_in_at = entry.at, last_sign_in_way = entry.way
  from (select distinct on (target_id) target_id, at, details -> 'values' -> 'way' ->> 1 as way from audit_entries
    where kind = 'signed_in' and target_kind = 'user' order by target_id, id desc) as entry
  where users.id = entry.target_id;

-- Hash of a key that an administrator copied. The key of the e-mail stays valid beside it.
alter table invitations add column link_hash bytea unique;
