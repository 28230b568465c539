-- What a company's own messages say of an e-mail address of a person: it takes mail, or it does not. By the address and not by the contact, which an
-- import may write anew.
create table contact_checks (
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  email_key text not null check (length(email_key) between 1 and 320),
  is_valid boolean not null,
  -- How it was found out: it came back, somebody answered, or somebody opened it.
  found_by text not null check (found_by in ('bounce', 'answer', 'opened')),
  checked_at timestamptz not null,
  primary key (company_id, profile_id, email_key)
);
create index contact_checks_profile on contact_checks (profile_id);
call make_tenant_table('contact_checks');
