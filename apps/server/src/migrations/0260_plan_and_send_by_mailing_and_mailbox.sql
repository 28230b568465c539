-- The planner looks at one mailing at a time, in this order: an index by time alone leads it past the recipients of all others.
create index mailing_recipients_to_plan on mailing_recipients (mailing_id, next_at, id)
  where active and ended is null and removed_at is null and next_at is not null;
drop index mailing_recipients_due;
-- What is due is asked of one mailbox at a time (messages_of_mailbox); each message was in here three times on its way.
drop index messages_due;
