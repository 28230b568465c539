-- Nobody brings a deleted company back: its people may have an account elsewhere, under the same address.
alter table users add column address_released boolean not null default false;

-- That a company has let go of an address is no change of a person.
create or replace function headwater_note_user() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    perform headwater_note(new.company_id, now(), null, 'user_created', 'user', new.id, jsonb_build_object('values', jsonb_build_object('role', jsonb_build_array(null, new.role))));
  elsif tg_op = 'DELETE' then
    perform headwater_note(old.company_id, now(), null, 'user_deleted', 'user', old.id);
  else
    changes := headwater_changes(to_jsonb(old), to_jsonb(new), '{last_seen_at,language,range_measure,address_elsewhere,address_released}');
    if changes is not null then
      perform headwater_note(new.company_id, now(), null, 'user_changed', 'user', new.id, changes);
    end if;
  end if;
  return null;
end $$;

update users set address_released = true from companies c where c.id = users.company_id and c.deleted_at is not null;
delete from address_returns using companies c where c.id = address_returns.company_id and c.deleted_at is not null;
delete from social_identities using companies c where c.id = social_identities.company_id and c.deleted_at is not null;

drop index users_email;
create unique index users_email on users (lower(email)) where moved_to is null and not address_elsewhere and not address_released;
