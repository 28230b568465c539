-- What people change of the statuses of candidates; those with which a company begins are nobody's change, nor is their order.
create trigger candidate_statuses_added_audit after insert on candidate_statuses for each row when (not new.is_default)
  execute function headwater_note_settings();
create trigger candidate_statuses_audit after update on candidate_statuses for each row
  when ((old.name, old.is_active, old.selected, old.color, old.deleted_at) is distinct from (new.name, new.is_active, new.selected, new.color, new.deleted_at))
  execute function headwater_note_settings();

-- Whom people stop writing to by hand, and let be written to again; what recipients and mail servers say is in the list itself. No address: the log
-- holds nothing of the people who are written to. A pasted list of thousands is one entry.
create function headwater_note_suppression() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if coalesce(current_setting('headwater.suppressing', true), '') <> '' then
      return null;
    end if;
    perform set_config('headwater.suppressing', 'noted', true);
  end if;
  perform headwater_note(new.company_id, now(), coalesce(new.released_by, new.added_by), 'settings_changed', 'settings', null,
    jsonb_build_object('table', tg_table_name, 'fields', jsonb_build_array('address'),
      'values', case when new.released_at is null then '{}'::jsonb else '{"removed": [false, true]}'::jsonb end));
  return null;
end $$;
create trigger suppressions_added_audit after insert on suppressions for each row when (new.added_by is not null)
  execute function headwater_note_suppression();
create trigger suppressions_released_audit after update on suppressions for each row
  when (old.released_at is null and new.released_at is not null and new.released_by is not null)
  execute function headwater_note_suppression();

-- ROLE-019: whether a recruiter searches is decided by account managers. Whoever is an administrator for a while comes back with what was decided;
-- null for who never was a recruiter.
alter table users add column search_as_worker boolean;
