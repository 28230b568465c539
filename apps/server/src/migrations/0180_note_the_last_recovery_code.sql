-- The last recovery code that is used is told of as well. Where the app goes, its codes go with it, and that is told of by itself.
create or replace function headwater_note_recovery() returns trigger language plpgsql as $$
begin
  perform headwater_note_guard(company_id, user_id, 'recovery_codes', to_jsonb(remaining + 1), to_jsonb(remaining))
    from (select company_id, user_id, (select count(*) from recovery_codes as code where code.user_id = changed.user_id) as remaining
      from changed group by company_id, user_id having count(*) = 1) as used
    where remaining > 0 or exists (select from authenticators where authenticators.user_id = used.user_id);
  return null;
end $$;
