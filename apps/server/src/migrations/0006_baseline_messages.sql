-- One message to one recipient; the intent is here before anything touches the network.
create table messages (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  recipient_id bigint not null references mailing_recipients (id) on delete cascade,
  step integer not null default 0,
  variant text check (variant in ('a', 'b')),
  mailbox_id bigint references mailboxes (id) on delete set null,
  created_by bigint references users (id) on delete set null,
  -- planned -> claimed -> handed_over -> sent | error | unknown
  state text not null default 'planned' check (state in ('planned', 'claimed', 'handed_over', 'sent', 'error', 'unknown')),
  -- Fixed at planning, the same on every attempt.
  message_id text not null unique,
  -- Message-IDs of the thread that a message to one person goes on, the oldest first: its headers name them (RFC 5322 3.6.4).
  reply_ids text[] not null default '{}',
  subject text not null,
  html text not null,
  body_text text not null,
  to_domain text,
  -- Of a mailing list or sequence: held to pauses, limits and windows.
  is_mass boolean not null default false,
  send_at timestamptz not null,
  -- {from, to, zone, businessDays}: it never leaves outside of it.
  send_window jsonb,
  -- While claimed or handed over: until when the worker answers for it.
  lease_until timestamptz,
  claimed_by text,
  attempts integer not null default 0,
  -- Refusals that say nothing of the message itself (the sender, a limit), and temporary bounces: neither uses up the attempts.
  deferrals integer not null default 0,
  soft_bounces integer not null default 0,
  -- How often a mailbox was asked what became of it after it was handed over.
  sent_lookups integer not null default 0,
  -- Sent again after an unknown outcome: a further one is for a person to decide, so that it goes out no more often than that by itself.
  resent boolean not null default false,
  -- When the first copy was handed over of what is sent once more: should it turn out to have arrived, that is the moment it left.
  first_sent_at timestamptz,
  sent_at timestamptz,
  opened_at timestamptz,
  -- SENT-003: a link was followed, likely by a person.
  clicked_at timestamptz,
  replied_at timestamptz,
  bounced_at timestamptz,
  error_reason text,
  error_detail text,
  status_changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (recipient_id, step)
);
create index messages_due on messages (send_at) where state in ('planned', 'claimed', 'handed_over');
create index messages_of_mailbox on messages (mailbox_id, is_mass, send_at) where state in ('planned', 'claimed', 'handed_over');
create index messages_mailbox_sent on messages (mailbox_id, sent_at desc) where sent_at is not null;
-- What was sent by mailboxes that are gone: counts against the next one of the same person.
create index messages_sent_without_mailbox on messages (created_by, sent_at) where mailbox_id is null and sent_at is not null;
create index messages_domain_sent on messages (company_id, to_domain, sent_at) where is_mass and sent_at is not null;
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

-- Every time a picture or a link of a sent message was asked for, by a person or a machine (DEC-04).
create table tracking_events (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  message_id bigint not null references messages (id) on delete cascade,
  kind text not null check (kind in ('open', 'click', 'honeypot')),
  happened_at timestamptz not null,
  -- What told that it was a machine; null: likely a person.
  machine text,
  -- Keyed hash of the network address; the address itself is not kept.
  source bytea not null,
  agent text not null check (length(agent) <= 200),
  url text check (length(url) <= 2000)
);
create index tracking_events_message on tracking_events (message_id, id);
call make_tenant_table('tracking_events');

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

-- What came back. It belongs to the message that it answers and goes with it; it does not go with the mailbox that read it. A message read twice
-- (renumbered folder, crash) is kept once, also where the person reads it by another mailbox.
create table incoming_messages (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint references users (id) on delete set null,
  mailbox_id bigint references mailboxes (id) on delete set null,
  incoming_key text not null,
  message_id bigint not null references messages (id) on delete cascade,
  kind text not null check (kind in ('reply', 'auto_reply', 'bounce', 'complaint')),
  from_address text not null,
  subject text not null default '',
  own_text text not null default '',
  received_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint incoming_messages_once unique (user_id, incoming_key)
);
create index incoming_messages_message on incoming_messages (message_id, received_at);
call make_tenant_table('incoming_messages');

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
create index unreadable_messages_newest on unreadable_messages (company_id, noticed_at desc);
call make_tenant_table('unreadable_messages');

-- Messages that are being read: written before, so that one with which the server ends is known afterwards.
create table reading_attempts (
  mailbox_id bigint not null references mailboxes (id) on delete cascade,
  company_id bigint not null references companies (id),
  message_key text not null,
  attempts integer not null,
  primary key (mailbox_id, message_key)
);
call make_tenant_table('reading_attempts');

-- Mailings whose messages a language model writes, each for one candidate of a vacancy, into a mailing list that a person looks through.
create table llm_mailings (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  mailing_id bigint not null references mailings (id) on delete cascade,
  -- What the vacancy says, as it was when the mailing was asked for.
  job_description text not null check (length(job_description) between 1 and 20000),
  prompt text not null check (length(prompt) between 1 and 5000),
  -- Candidates without an address that may be used: nothing is written or paid for them.
  without_email integer not null check (without_email >= 0),
  is_cancelled boolean not null default false,
  created_at timestamptz not null,
  finished_at timestamptz
);
-- One at a time for a person and a vacancy: a second press begins nothing.
create unique index llm_mailings_running on llm_mailings (vacancy_id, user_id) where finished_at is null;
create index llm_mailings_latest on llm_mailings (vacancy_id, user_id, id desc);
create index llm_mailings_of_mailing on llm_mailings (mailing_id);
call make_tenant_table('llm_mailings');

-- Messages to one person that a language model writes: a few to choose from, or one for a mailing.
create table message_generations (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  llm_mailing_id bigint references llm_mailings (id) on delete cascade,
  candidate_id bigint references candidates (id) on delete cascade,
  -- Empty in a mailing, which holds it once for all.
  job_description text not null default '' check (length(job_description) <= 20000),
  -- The message that is answered or followed up.
  message_id bigint references messages (id) on delete set null,
  -- Null in a mailing: that of each person.
  language text,
  messages jsonb not null default '[]',
  progress text not null check (progress in ('pending', 'processing', 'done', 'failed', 'cancelled')),
  -- Grows with every start: what an earlier one still brings is dropped.
  run integer not null default 1,
  -- Whether a credit was taken for the run under way; given back once where it brings nothing.
  is_paid boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((llm_mailing_id is null) = (job_description <> '')),
  unique (llm_mailing_id, profile_id)
);
create index message_generations_of_profile on message_generations (profile_id);
create index message_generations_of_user on message_generations (user_id, updated_at);
create index message_generations_of_candidate on message_generations (candidate_id) where candidate_id is not null;
create index message_generations_of_message on message_generations (message_id) where message_id is not null;
call make_tenant_table('message_generations');

-- The only place in SQL that says what is shown of a message (SEND-001 to SEND-005); in code it is statusOf of domain/outreach/sending.
create view message_progress with (security_invoker = true) as
select id, company_id, recipient_id, step, variant, created_by, send_at,
  case
    when state in ('error', 'unknown') then 'error'
    when state = 'sent' and replied_at is not null then 'replied'
    when state = 'sent' and opened_at is not null then 'opened'
    when state = 'sent' then 'sent'
    when exists (select from mailing_recipients as recipient
      join suppressions on suppressions.company_id = recipient.company_id and suppressions.address_key = recipient.email_key
      where recipient.id = messages.recipient_id and suppressions.released_at is null) then 'suppressed'
    when error_reason = 'soft_bounce' then 'soft_bounced'
    -- Planned or pending, by the time at which it is looked at: message_status_at says which.
    else 'waiting'
  end as status,
  -- How far it came, whatever became of it afterwards.
  case when replied_at is not null then 'replied' when bounced_at is not null then 'bounced' when opened_at is not null then 'opened' else state end
    as furthest,
  state = 'sent' or bounced_at is not null as has_left,
  -- A person who answers has read it (SEND-004).
  replied_at is not null or state = 'sent' and opened_at is not null as is_opened,
  replied_at is not null as is_replied,
  state in ('planned', 'claimed', 'handed_over') as is_on_its_way,
  -- A worker has it in hand: it leaves, or may have left, also to an address that was suppressed meanwhile.
  state in ('claimed', 'handed_over') as is_in_hand,
  state in ('error', 'unknown') as is_failed,
  state = 'unknown' as is_undecided,
  coalesce(replied_at, opened_at, sent_at) as reached_at,
  greatest(status_changed_at, sent_at, opened_at, replied_at, bounced_at) as changed_at
from messages;

create function message_status_at(status text, send_at timestamptz, moment timestamptz) returns text language sql immutable parallel safe
  return case when status <> 'waiting' then status when send_at > moment then 'planned' else 'pending' end;
