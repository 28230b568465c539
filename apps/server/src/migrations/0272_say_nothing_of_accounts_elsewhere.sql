-- The event log of a company tells nothing that an invitation hides: whether the address has an account in another company.
create or replace function headwater_note_user() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    perform headwater_note(new.company_id, now(), null, 'user_created', 'user', new.id, jsonb_build_object('values', jsonb_build_object('role', jsonb_build_array(null, new.role))));
  elsif tg_op = 'DELETE' then
    perform headwater_note(old.company_id, now(), null, 'user_deleted', 'user', old.id);
  else
    changes := headwater_changes(to_jsonb(old), to_jsonb(new), '{last_seen_at,language,range_measure,address_elsewhere}');
    if changes is not null then
      perform headwater_note(new.company_id, now(), null, 'user_changed', 'user', new.id, changes);
    end if;
  end if;
  return null;
end $$;
