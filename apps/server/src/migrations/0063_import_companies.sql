-- An import of a company (OPS-006) writes rows of the past: they are no new actions of its users.
create or replace function headwater_add_audit_entry(company bigint, made timestamptz, person bigint, what text, target text, id bigint, about jsonb default '{}')
  returns void language sql as $$
  insert into audit_entries (company_id, at, user_id, original_user_id, kind, target_kind, target_id, details, address)
  select company, made, coalesce(headwater_acting(1)::bigint, person), headwater_acting(2)::bigint, what, target, id,
    about || headwater_acting_token(), headwater_acting(3)::inet
  where what = 'company_created' or current_setting('headwater.importing', true) is distinct from 'on' $$;
