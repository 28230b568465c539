-- Incoming messages that could not be read, whatever of them it was: an administrator sees them, and reading goes on behind them.
create table unreadable_messages (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  mailbox_id bigint not null references mailboxes (id) on delete cascade,
  folder text not null,
  -- What the mail service calls it: the UID of IMAP, the id of Gmail and Microsoft.
  remote_id text not null,
  -- Of its Message-ID header, where that could be found.
  message_id text,
  -- too_slow, crashed: by the process that reads mail. interrupted: by the whole server, several times.
  reason text not null check (reason in ('too_slow', 'crashed', 'defect', 'interrupted', 'not_fetched', 'not_kept')),
  detail text not null,
  received_at timestamptz,
  noticed_at timestamptz not null,
  constraint unreadable_messages_once unique (mailbox_id, folder, remote_id)
);
call make_tenant_table('unreadable_messages');
create index unreadable_messages_newest on unreadable_messages (company_id, noticed_at desc);

-- Messages that are being read: written before, so that one with which the server ends is known afterwards.
create table reading_attempts (
  mailbox_id bigint not null references mailboxes (id) on delete cascade,
  company_id bigint not null references companies (id),
  message_key text not null,
  attempts integer not null,
  primary key (mailbox_id, message_key)
);
call make_tenant_table('reading_attempts');
