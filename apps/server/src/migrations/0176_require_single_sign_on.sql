-- A company may require single sign-on, once one of its administrators has come in through the provider that is set.
alter table sso_settings
  add column is_enforced boolean not null default false,
  add column proved_at timestamptz;

-- The TXT record that has shown a domain to be the company's is looked at again. A domain that staff confirmed has none.
create table sso_domain_records (
  company_id bigint not null,
  domain text not null,
  -- When it was there last.
  seen_at timestamptz not null,
  -- Since when it is gone; nobody new is known by an address of the domain when it has been for long.
  missing_since timestamptz,
  primary key (company_id, domain),
  foreign key (company_id, domain) references sso_domains (company_id, domain) on delete cascade
);
call make_tenant_table('sso_domain_records');
-- When the records of a company were last looked at.
create table sso_domain_checks (
  company_id bigint primary key references sso_settings (company_id) on delete cascade,
  checked_at timestamptz not null
);
call make_tenant_table('sso_domain_checks');

-- DEC-14: how somebody signs in is a change of the user.
create function headwater_note_sso_identity() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform headwater_note_guard(new.company_id, new.user_id, 'sign_in_sso', 'false', 'true');
  else
    perform headwater_note_guard(old.company_id, old.user_id, 'sign_in_sso', 'true', 'false');
  end if;
  return null;
end $$;
create trigger sso_identities_audit after insert or delete on sso_identities for each row execute function headwater_note_sso_identity();
