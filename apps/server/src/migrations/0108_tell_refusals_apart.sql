select set_config('headwater.scope', 'system', true);

-- Why a mailbox is paused, in the words of its server; null where it asked to wait or did not answer.
alter table mailboxes add column paused_reason text;

-- Refusals that say nothing of the message itself (the sender, a limit), and temporary bounces: neither uses up the tries of sending.
alter table messages add column deferrals integer not null default 0;
alter table messages add column soft_bounces integer not null default 0;

-- Whether a recipient may not be written to is asked for whole mailings: by the address, as recipients keep it.
create index suppressions_by_address on suppressions (company_id, lower(address)) where released_at is null;

-- Copies of sent messages that the Sent folder did not take yet. `raw` is null once it was tried often enough.
create table sent_copies (
  message_id bigint primary key references messages (id) on delete cascade,
  company_id bigint not null references companies (id),
  mailbox_id bigint not null references mailboxes (id) on delete cascade,
  raw bytea,
  attempts integer not null default 0,
  next_at timestamptz,
  detail text not null default ''
);
create index sent_copies_due on sent_copies (next_at) where next_at is not null;
create index sent_copies_mailbox on sent_copies (mailbox_id);
create index sent_copies_company on sent_copies (company_id);
call make_tenant_table('sent_copies');
