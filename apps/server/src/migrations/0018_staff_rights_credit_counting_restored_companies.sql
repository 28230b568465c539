-- An administrator who also has the rights of a super user (ADR 93).
alter table users add column holds_staff_rights boolean not null default false
  constraint users_staff_rights check (not holds_staff_rights or role in ('admin', 'admin_without_search'));

-- is_active of a deleted company before its deletion, for restoring it.
alter table companies add column active_before_deletion boolean;

-- Credits have transactions, so that the audit log of companies notes only the start and the end of counting.
create or replace function headwater_audit_company() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    perform headwater_add_audit_entry(new.id, now(), null, 'company_created', 'company', new.id);
    return null;
  end if;
  -- Each feature and detail is a field of its own.
  changes := headwater_changed_fields(to_jsonb(old) - 'features' - 'details' || old.features || old.details,
    to_jsonb(new) - 'features' - 'details' || new.features || new.details,
    case when (old.credits is null) = (new.credits is null) then '{credits,demo_end_email_at,active_before_deletion}'
      else '{demo_end_email_at,active_before_deletion}' end::text[]);
  if changes is not null then
    perform headwater_add_audit_entry(new.id, now(), null, 'company_changed', 'company', new.id, changes);
  end if;
  return null;
end $$;
drop trigger credit_transactions_audit on credit_transactions;
create trigger credit_transactions_audit after insert on credit_transactions for each row
  when (new.reason not in ('vacancy_description', 'message_generation', 'llm_mailing', 'counting_started', 'counting_stopped'))
  execute function headwater_audit_credits();
