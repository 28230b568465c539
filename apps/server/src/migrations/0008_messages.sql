-- One message to one recipient. The row is committed before any network call.
create table messages (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  recipient_id bigint not null references mailing_recipients (id) on delete cascade,
  step integer not null default 0,
  variant text check (variant in ('a', 'b')),
  mailbox_id bigint references mailboxes (id) on delete set null,
  created_by bigint references users (id) on delete set null,
  -- planned -> claimed -> handed_over -> sent | error | unknown
  state text not null default 'planned'
    check (state in ('planned', 'claimed', 'handed_over', 'sent', 'error', 'unknown')),
  -- Fixed at planning, equal in all attempts.
  message_id text not null unique,
  -- Message-IDs of the thread, oldest first, for the headers (RFC 5322 3.6.4).
  reply_ids text[] not null default '{}',
  subject text not null,
  html text not null,
  body_text text not null,
  to_domain text,
  -- Subject to pauses, limits and windows.
  is_mass boolean not null default false,
  send_at timestamptz not null,
  -- {from, to, zone, businessDays}
  send_window jsonb,
  -- While claimed or handed over: end of the worker's lease.
  lease_until timestamptz,
  claimed_by text,
  attempts integer not null default 0,
  -- Rejections for other reasons than the message, and temporary bounces. Neither uses up attempts.
  deferrals integer not null default 0,
  soft_bounces integer not null default 0,
  -- Lookups in the Sent folder after an unknown outcome.
  sent_lookups integer not null default 0,
  -- Sent again after an unknown outcome. A further resend needs a person.
  resent boolean not null default false,
  -- Hand-over of the first copy. Used as sent_at if that copy arrived.
  first_sent_at timestamptz,
  sent_at timestamptz,
  opened_at timestamptz,
  -- A person likely followed a link (SEND-003).
  clicked_at timestamptz,
  replied_at timestamptz,
  bounced_at timestamptz,
  error_reason text,
  error_detail text,
  status_changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  channel text not null default 'email' check (channel in ('email', 'telegram')),
  -- Telegram account, and the name of the recipient at planning.
  telegram_account_id bigint,
  username text check (length(username) <= 64),
  unique (recipient_id, step)
);
create index messages_of_mailbox on messages (mailbox_id, is_mass, send_at)
  where state in ('planned', 'claimed', 'handed_over');
create index messages_mailbox_sent on messages (mailbox_id, sent_at desc) where sent_at is not null;
-- Messages of deleted mailboxes count against the next mailbox of the user.
create index messages_sent_without_mailbox on messages (created_by, sent_at)
  where mailbox_id is null and sent_at is not null;
create index messages_domain_sent on messages (company_id, to_domain, sent_at) where is_mass and sent_at is not null;
create index messages_list on messages (company_id, id desc);
-- Newest first for the inbox. A case expression, because row-level security prevents an index range
-- on coalesce().
create index messages_activity
  on messages (company_id, (case when sent_at is null then created_at else sent_at end) desc, id desc);
create index messages_failed on messages (company_id) where state in ('error', 'unknown');
-- Claimed messages count against the limits of company and mailbox.
create index messages_claimed on messages (company_id) where state = 'claimed';
create index messages_telegram on messages (telegram_account_id) where telegram_account_id is not null;
create index messages_telegram_due on messages (telegram_account_id, send_at, id)
  where channel = 'telegram' and state = 'planned';
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

-- Requests for pictures and links of sent messages (DEC-04).
create table tracking_events (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  message_id bigint not null references messages (id) on delete cascade,
  kind text not null check (kind in ('open', 'click', 'honeypot')),
  happened_at timestamptz not null,
  -- Reason to assume a machine. Null: likely a person.
  machine text,
  -- Keyed hash of the network address.
  source bytea not null,
  agent text not null check (length(agent) <= 200),
  url text check (length(url) <= 2000)
);
create index tracking_events_message on tracking_events (message_id, id);
call make_tenant_table('tracking_events');

-- Copies to store in the Sent folder. raw is null after the last attempt.
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

-- Replies and bounces. A row belongs to the message that it answers and outlives the mailbox.
-- Reading a message twice stores it once.
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
create index incoming_messages_activity on incoming_messages (company_id, received_at desc, message_id desc);
call make_tenant_table('incoming_messages');

-- Incoming messages that could not be read. Administrators see them.
create table unreadable_messages (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  mailbox_id bigint not null references mailboxes (id) on delete cascade,
  folder text not null,
  -- UID of IMAP, or the id of Gmail and Microsoft.
  remote_id text not null,
  -- Message-ID header, if found.
  message_id text,
  -- too_slow, crashed: the reading process. interrupted: the server stopped several times while
  -- reading it.
  reason text not null check (reason in ('too_slow', 'crashed', 'defect', 'interrupted', 'not_fetched', 'not_kept')),
  detail text not null,
  received_at timestamptz,
  noticed_at timestamptz not null,
  constraint unreadable_messages_once unique (mailbox_id, folder, remote_id)
);
create index unreadable_messages_newest on unreadable_messages (company_id, noticed_at desc);
call make_tenant_table('unreadable_messages');

-- Messages that are being read. Written before reading, so that a crash identifies the message.
create table reading_attempts (
  mailbox_id bigint not null references mailboxes (id) on delete cascade,
  company_id bigint not null references companies (id),
  message_key text not null,
  attempts integer not null,
  primary key (mailbox_id, message_key)
);
call make_tenant_table('reading_attempts');

-- Mailings whose texts a language model writes, one per candidate of a vacancy.
create table llm_mailings (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  mailing_id bigint not null references mailings (id) on delete cascade,
  -- Vacancy text at the time of the request.
  job_description text not null check (length(job_description) between 1 and 20000),
  prompt text not null check (length(prompt) between 1 and 5000),
  -- Candidates without a usable address. No text is generated or paid for them.
  without_email integer not null check (without_email >= 0),
  is_cancelled boolean not null default false,
  created_at timestamptz not null,
  finished_at timestamptz
);
-- One at a time per user and vacancy.
create unique index llm_mailings_running on llm_mailings (vacancy_id, user_id) where finished_at is null;
create index llm_mailings_latest on llm_mailings (vacancy_id, user_id, id desc);
create index llm_mailings_of_mailing on llm_mailings (mailing_id);
call make_tenant_table('llm_mailings');

-- Texts by a language model: alternatives for one message, or one text of a mailing.
create table message_generations (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  llm_mailing_id bigint references llm_mailings (id) on delete cascade,
  candidate_id bigint references candidates (id) on delete cascade,
  -- Empty in a mailing, which holds it once.
  job_description text not null default '' check (length(job_description) <= 20000),
  -- The message that is answered or followed up.
  message_id bigint references messages (id) on delete set null,
  -- Null in a mailing: language of each person.
  language text,
  messages jsonb not null default '[]',
  progress text not null check (progress in ('pending', 'processing', 'done', 'failed', 'cancelled')),
  -- Incremented with each start. Results of earlier runs are dropped.
  run integer not null default 1,
  -- A credit was taken for the current run. A run without a result refunds it once.
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

-- The only definition in SQL of a message's shown status (SEND-001 to SEND-005). In code: statusOf
-- of domain/outreach/sending.
create view message_progress with (security_invoker = true) as
select id, company_id, recipient_id, step, variant, created_by, send_at,
  case
    when state in ('error', 'unknown') then 'error'
    when state = 'sent' and replied_at is not null then 'replied'
    when state = 'sent' and opened_at is not null then 'opened'
    when state = 'sent' then 'sent'
    when channel = 'email' and exists (select from mailing_recipients as recipient
      join suppressions on suppressions.company_id = recipient.company_id and suppressions.address_key = recipient.email_key
      where recipient.id = messages.recipient_id and suppressions.released_at is null) then 'suppressed'
    when error_reason = 'soft_bounce' then 'soft_bounced'
    -- message_status_at tells planned from pending.
    else 'waiting'
  end as status,
  -- Furthest state, regardless of later errors.
  case when replied_at is not null then 'replied' when bounced_at is not null then 'bounced' when opened_at is not null then 'opened' else state end
    as furthest,
  state = 'sent' or bounced_at is not null as has_left,
  -- A reply implies an opening (SEND-004).
  replied_at is not null or state = 'sent' and opened_at is not null as is_opened,
  replied_at is not null as is_replied,
  state in ('planned', 'claimed', 'handed_over') as is_on_its_way,
  -- A worker is sending it, even if the address was suppressed meanwhile.
  state in ('claimed', 'handed_over') as is_in_hand,
  state in ('error', 'unknown') as is_failed,
  state = 'unknown' as is_undecided,
  coalesce(replied_at, opened_at, sent_at) as reached_at,
  greatest(status_changed_at, sent_at, opened_at, replied_at, bounced_at) as changed_at,
  channel
from messages;

create function message_status_at(status text, send_at timestamptz, moment timestamptz) returns text language sql immutable parallel safe
  return case when status <> 'waiting' then status when send_at > moment then 'planned' else 'pending' end;
