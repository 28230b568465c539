-- Limits that hold for a person's mailbox, while none is connected: whoever disconnects it and connects it anew does not get rid of them (DEC-10).
create table mailbox_limits (
  user_id bigint primary key references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  daily_limit integer check (daily_limit > 0),
  gap_seconds integer not null check (gap_seconds >= 0),
  ramps boolean not null
);
call make_tenant_table('mailbox_limits');
-- What was sent by mailboxes that are gone: counts against the next one of the same person.
create index messages_sent_without_mailbox on messages (created_by, sent_at) where mailbox_id is null and sent_at is not null;
