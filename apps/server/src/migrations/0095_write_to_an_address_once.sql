-- Two profiles of one person often have the same address: of a mailing only one of them is written to.
alter table mailing_recipients drop constraint mailing_recipients_email_problem_check;
alter table mailing_recipients add constraint mailing_recipients_email_problem_check
  check (email_problem in ('none', 'contacts_closed', 'same_address'));
create index mailing_recipients_address on mailing_recipients (mailing_id, email_key) where email_key <> '';
