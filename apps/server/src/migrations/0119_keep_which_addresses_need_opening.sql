-- An address that was read from contacts of the common base: whoever has opened the contacts reads it and writes to it. It is kept with the address, as
-- to compare an address with contacts that are closed would tell what they are.
select set_config('headwater.scope', 'system', true);
alter table mailing_recipients add column email_needs_opening boolean not null default false;
update mailing_recipients as recipient set email_needs_opening = true
  where email <> '' and exists (select from profile_contacts as contact where contact.profile_id = recipient.profile_id and contact.type = 'email'
    and contact.normalized = recipient.email_key and contact.company_id is null)
  and not exists (select from profile_contacts as contact where contact.profile_id = recipient.profile_id and contact.type = 'email'
    and contact.normalized = recipient.email_key and contact.company_id = recipient.company_id);

-- Recipients whom a launch passes over are not written to by it, also those to whom an earlier one wrote.
alter table mailing_launch_recipients add column email_problem text, drop constraint mailing_launch_recipients_kind_check;
alter table mailing_launch_recipients add constraint mailing_launch_recipients_kind_check
  check (kind in ('launch', 'occurred', 'planned', 'error', 'passed_over'));
