-- A person's connected mail service; one at a time (MSET-007).
create table mailboxes (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  provider text not null check (provider in ('smtp_imap', 'gmail', 'outlook')),
  address text not null check (length(address) between 3 and 255),
  from_name text not null default '' check (length(from_name) <= 255),
  -- Servers, ports, users; never a password.
  settings jsonb not null,
  -- Passwords and tokens, sealed.
  secret text not null,
  state text not null default 'connected' check (state in ('connected', 'broken')),
  -- Why it is broken, in words of the mail server.
  failure jsonb,
  -- Where reading stopped in each folder.
  cursor jsonb,
  -- DEC-10. Null: no limit.
  daily_limit integer default 50 check (daily_limit > 0),
  gap_seconds integer not null default 120 check (gap_seconds >= 0),
  -- The server files sent mail by itself, so that not finding a message there proves that it was not sent.
  files_sent boolean not null default false,
  connected_at timestamptz not null default now(),
  read_at timestamptz,
  unique (user_id)
);
call make_tenant_table('mailboxes');

create table messaging_settings (
  user_id bigint primary key references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  signature text not null default '',
  send_window_from time,
  send_window_to time,
  sender_alias text
);
call make_tenant_table('messaging_settings');

-- A sending: one message, a mass mailing or a sequence (SEND-014).
create table mailings (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_by bigint references users (id) on delete set null,
  type text not null check (type in ('single', 'mass', 'sequence')),
  name text not null default '',
  folder_id bigint,
  -- Given by the client, so that a double click makes one sending and not two.
  request_key text,
  created_at timestamptz not null default now(),
  unique (company_id, created_by, request_key)
);
call make_tenant_table('mailings');

create table mailing_recipients (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  mailing_id bigint not null references mailings (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  candidate_id bigint,
  email text not null,
  email_key text not null,
  custom_data jsonb not null default '{}',
  unique (mailing_id, profile_id)
);
create index mailing_recipients_profile on mailing_recipients (profile_id, company_id);
create index mailing_recipients_candidate on mailing_recipients (candidate_id) where candidate_id is not null;
create index mailing_recipients_email on mailing_recipients (email_key, company_id);
call make_tenant_table('mailing_recipients');

-- One message to one recipient; the intent is here before anything touches the network.
create table messages (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  recipient_id bigint not null references mailing_recipients (id) on delete cascade,
  step integer not null default 0,
  mailbox_id bigint references mailboxes (id) on delete set null,
  created_by bigint references users (id) on delete set null,
  -- planned -> claimed -> handed_over -> sent | error | unknown
  state text not null default 'planned' check (state in ('planned', 'claimed', 'handed_over', 'sent', 'error', 'unknown')),
  -- Fixed at planning, the same on every attempt.
  message_id text not null unique,
  subject text not null,
  html text not null,
  body_text text not null,
  send_at timestamptz not null,
  -- While claimed or handed over: until when the worker answers for it.
  lease_until timestamptz,
  claimed_by text,
  attempts integer not null default 0,
  sent_at timestamptz,
  opened_at timestamptz,
  replied_at timestamptz,
  bounced_at timestamptz,
  error_reason text,
  error_detail text,
  status_changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (recipient_id, step)
);
create index messages_due on messages (send_at) where state in ('planned', 'claimed', 'handed_over');
create index messages_mailbox_sent on messages (mailbox_id, sent_at desc) where sent_at is not null;
create index messages_list on messages (company_id, id desc);
call make_tenant_table('messages');

create table message_events (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  message_id bigint not null references messages (id) on delete cascade,
  type text not null,
  happened_at timestamptz not null,
  data jsonb not null default '{}'
);
create index message_events_message on message_events (message_id, happened_at, id);
call make_tenant_table('message_events');

-- What came back. A message read twice (renumbered folder, crash) is kept once.
create table incoming_messages (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  mailbox_id bigint not null references mailboxes (id) on delete cascade,
  incoming_key text not null,
  message_id bigint references messages (id) on delete cascade,
  kind text not null check (kind in ('reply', 'auto_reply', 'bounce', 'complaint')),
  from_address text not null,
  subject text not null default '',
  own_text text not null default '',
  received_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (mailbox_id, incoming_key)
);
create index incoming_messages_message on incoming_messages (message_id, received_at);
call make_tenant_table('incoming_messages');
