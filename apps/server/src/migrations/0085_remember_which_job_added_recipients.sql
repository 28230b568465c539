-- The job that put a recipient in, so that it can be undone; empty again once somebody else has put the person in anew.
alter table mailing_recipients add column added_by_job bigint references jobs (id) on delete set null;
create index mailing_recipients_job on mailing_recipients (added_by_job, id) where added_by_job is not null;
