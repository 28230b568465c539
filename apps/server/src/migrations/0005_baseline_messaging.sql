-- A person's connection to a mail service. One that its owner disconnects keeps its row, without its access: what was sent and read by it, how
-- far it was read, its limits and what its provider asked for go on where the same address is connected again. A person has one row for each
-- address, and one that is in use (MSET-007).
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
  -- Counts how often it was connected: what is learned of an access says nothing about the one that took its place. Renewing changes nothing here.
  access_number integer not null default 0,
  state text not null default 'connected' check (state in ('connected', 'broken', 'disconnected')),
  -- Why it is broken, in words of the mail server.
  failure jsonb,
  -- Where reading stopped in each folder.
  cursor jsonb,
  -- DEC-10. Null: no limit.
  daily_limit integer default 50 check (daily_limit > 0),
  gap_seconds integer not null default 120 check (gap_seconds >= 0),
  -- Begins with few messages a day.
  ramps boolean not null default true,
  -- The provider asked to wait until then.
  paused_until timestamptz,
  -- Why, in the words of its server; null where it asked to wait or did not answer.
  paused_reason text,
  -- The server files sent mail by itself, so that not finding a message there proves that it was not sent.
  files_sent boolean not null default false,
  connected_at timestamptz not null default now(),
  disconnected_at timestamptz,
  read_at timestamptz
);
create unique index mailboxes_in_use on mailboxes (user_id) where state <> 'disconnected';
create index mailboxes_user on mailboxes (user_id);
call make_tenant_table('mailboxes');

-- Limits that hold for a person's mailbox, while none is connected: whoever disconnects it and connects it anew does not get rid of them (DEC-10).
create table mailbox_limits (
  user_id bigint primary key references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  daily_limit integer check (daily_limit > 0),
  gap_seconds integer not null check (gap_seconds >= 0),
  ramps boolean not null
);
call make_tenant_table('mailbox_limits');

create table messaging_settings (
  user_id bigint primary key references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  -- Html that stands in a message as it is.
  signature text not null default '',
  send_window_from time,
  send_window_to time,
  sender_alias text
);
call make_tenant_table('messaging_settings');

-- Settings of all messages of a company (MSET-005). No row: the defaults.
create table company_messaging_settings (
  company_id bigint primary key references companies (id),
  unsubscribe_link boolean not null default true,
  access_type text not null default 'public' check (access_type in ('public', 'private')),
  track_opens boolean not null default true,
  track_clicks boolean not null default true
);
call make_tenant_table('company_messaging_settings');

-- Limits of all mailings of a company. No row: the defaults; null: no limit.
create table sending_limits (
  company_id bigint primary key references companies (id),
  per_day integer default 2000 check (per_day > 0),
  per_domain_per_hour integer default 100 check (per_domain_per_hour > 0)
);
call make_tenant_table('sending_limits');

-- Addresses that a company no longer writes to, whatever the mailing and the channel (DEC-05).
create table suppressions (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  -- Keyed hash of the address and the company: what is asked before sending. It stays where the person is erased.
  address_hash bytea not null,
  -- For people to read and search; null once the person was erased.
  address text check (length(address) <= 255),
  -- Whether the company may write to a recipient is asked for thousands of them at once. Under row-level security an index is used for columns
  -- alone, and not for what lower() makes of them.
  address_key text generated always as (lower(address)) stored,
  reason text not null check (reason in ('unsubscribed', 'bounce', 'complaint', 'manual')),
  source text not null check (source in ('link', 'one_click', 'inbound', 'server', 'hand')),
  -- The message that it came of; without a reference, as messages go with their people.
  message_id bigint,
  note text not null default '' check (length(note) <= 1000),
  added_by bigint references users (id) on delete set null,
  added_at timestamptz not null,
  -- Released ones stay as a record of who let the address be written to again, and why.
  released_at timestamptz,
  released_by bigint references users (id) on delete set null,
  release_note text check (length(release_note) <= 1000)
);
create unique index suppressions_address on suppressions (company_id, address_hash) where released_at is null;
create index suppressions_address_key on suppressions (company_id, address_key) where released_at is null;
create index suppressions_list on suppressions (company_id, id desc);
create index suppressions_added_by on suppressions (added_by);
create index suppressions_released_by on suppressions (released_by);
-- The timeline of a message tells whether its recipient has unsubscribed by it.
create index suppressions_message on suppressions (message_id) where message_id is not null;
call make_tenant_table('suppressions');

-- Texts that are written once and sent often.
create table mailing_templates (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_by bigint references users (id) on delete set null,
  name text not null check (length(name) between 1 and 255),
  subject text not null check (length(subject) <= 255),
  -- Html of the editor, cleaned; cleaning may make it longer than what was sent.
  body text not null,
  -- [{name, value, data}]: variables made for this text, and fallbacks of built-in ones.
  custom_variables jsonb not null default '[]',
  access_type text not null check (access_type in ('public', 'private')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Deleted ones are kept for an hour, as deleting can be undone.
  deleted_at timestamptz
);
create index mailing_templates_list on mailing_templates (company_id, id desc) where deleted_at is null;
create index mailing_templates_creator on mailing_templates (created_by);
call make_tenant_table('mailing_templates');

create table mailing_template_files (
  company_id bigint not null references companies (id),
  template_id bigint not null references mailing_templates (id) on delete cascade,
  file_id bigint not null references files (id) on delete cascade,
  -- The order in which they were attached.
  position integer not null,
  primary key (template_id, file_id)
);
create index mailing_template_files_file on mailing_template_files (file_id);
call make_tenant_table('mailing_template_files');

-- A sending (SEND-014): mailing lists are of the type mass, sequences of their own. Single messages have no life as a list.
create table mailings (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_by bigint references users (id) on delete set null,
  type text not null check (type in ('single', 'mass', 'sequence')),
  name text not null default '',
  status text not null default 'draft' check (status in ('draft', 'pending', 'sending', 'stopped', 'finished')),
  access_type text not null default 'public' check (access_type in ('public', 'private')),
  folder_id bigint,
  -- Whose mailbox it leaves from.
  sender_id bigint references users (id) on delete set null,
  launch_at timestamptz,
  launched_at timestamptz,
  -- Until when its last launch can be undone. While it is set, nothing of it is planned; a worker clears it when the time is over.
  undo_until timestamptz,
  -- The status that candidates get when they are launched.
  after_launch_status_id bigint,
  -- The number of the next message that is written: numbers are never given twice.
  next_number integer not null default 0,
  -- Given by the client, so that a double click makes one sending and not two.
  request_key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (company_id, created_by, request_key)
);
create index mailings_list on mailings (company_id, type, id desc) where deleted_at is null and type <> 'single';
create index mailings_running on mailings (status) where status in ('pending', 'sending');
create index mailings_folder on mailings (folder_id) where folder_id is not null and type = 'mass';
create index mailings_undoable on mailings (undo_until) where undo_until is not null;
call make_tenant_table('mailings');

-- Messages of a mailing as they are written; messages.step is their number.
create table mailing_steps (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  mailing_id bigint not null references mailings (id) on delete cascade,
  number integer not null,
  position integer not null,
  subject text not null,
  body text not null,
  custom_variables jsonb not null default '[]',
  -- The second form, which half of the recipients get.
  subject_b text,
  body_b text,
  -- Seconds after the message before it.
  send_delay integer not null default 0 check (send_delay >= 0),
  delay_kind text not null default 'calendar' check (delay_kind in ('calendar', 'business')),
  send_time_from text,
  send_time_to text,
  send_time text,
  -- Null: the zone of the company.
  send_time_zone text,
  unique (mailing_id, number)
);
call make_tenant_table('mailing_steps');

-- Files that go with the messages of a sending; a sequence may send other ones with each step.
create table mailing_files (
  company_id bigint not null references companies (id),
  mailing_id bigint not null references mailings (id) on delete cascade,
  step integer not null default 0,
  -- Without a reference: a message whose file is gone must fail and not leave without it.
  file_id bigint not null,
  -- The order in which they were attached.
  position integer not null,
  primary key (mailing_id, step, file_id)
);
create index mailing_files_file on mailing_files (file_id);
call make_tenant_table('mailing_files');

create table mailing_recipients (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  mailing_id bigint not null references mailings (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  candidate_id bigint,
  email text not null,
  email_key text not null,
  -- Two profiles of one person often have the same address: of a mailing only one of them is written to.
  email_problem text check (email_problem in ('none', 'contacts_closed', 'same_address')),
  -- An address that was read from contacts of the common base: whoever has opened the contacts reads it and writes to it. It is kept with the
  -- address, as to compare an address with contacts that are closed would tell what they are.
  email_needs_opening boolean not null default false,
  custom_data jsonb not null default '{}',
  -- Names its messages: a restored copy of an installation gives a step the Message-ID that the original gave it, and so finds out in the Sent
  -- folder that it has left.
  message_key uuid not null default gen_random_uuid(),
  -- Launched: the planner looks after it.
  active boolean not null default false,
  launched_at timestamptz,
  -- Launched again by hand: an answer to what was sent before is not waited for where its mailbox is no longer read.
  relaunched_at timestamptz,
  -- Why nothing more goes to it.
  ended text check (ended in ('finished', 'replied', 'bounced', 'unsubscribed', 'by_hand')),
  -- When the planner looks at it next; null while a message is on its way or has failed.
  next_at timestamptz,
  -- What failed is to be sent once more.
  retry boolean not null default false,
  -- Set when a restored installation is armed: what is due may have left where the copy was taken.
  ask_first boolean not null default false,
  variant text not null default 'a' check (variant in ('a', 'b')),
  source text not null default 'vacancy' check (source in ('vacancy', 'search', 'profile')),
  added_by bigint references users (id) on delete set null,
  -- The job that put it in, so that it can be undone; empty again once somebody else has put the person in anew.
  added_by_job bigint references jobs (id) on delete set null,
  added_at timestamptz not null default now(),
  -- Deleted after something was sent: what was sent stays.
  removed_at timestamptz,
  status_changed_at timestamptz not null default now(),
  unique (mailing_id, profile_id)
);
create index mailing_recipients_profile on mailing_recipients (profile_id, company_id);
create index mailing_recipients_candidate on mailing_recipients (candidate_id) where candidate_id is not null;
create index mailing_recipients_email on mailing_recipients (email_key, company_id);
create index mailing_recipients_address on mailing_recipients (mailing_id, email_key) where email_key <> '';
create index mailing_recipients_due on mailing_recipients (next_at) where active and ended is null and removed_at is null and next_at is not null;
create index mailing_recipients_list on mailing_recipients (mailing_id, id desc);
create index mailing_recipients_job on mailing_recipients (added_by_job, id) where added_by_job is not null;
call make_tenant_table('mailing_recipients');

-- Texts for one recipient alone.
create table mailing_drafts (
  company_id bigint not null references companies (id),
  recipient_id bigint not null references mailing_recipients (id) on delete cascade,
  step integer not null,
  subject text,
  body text,
  primary key (recipient_id, step)
);
call make_tenant_table('mailing_drafts');

-- What the last launch changed, as it was before, while the launch can be undone.
create table mailing_launches (
  mailing_id bigint primary key references mailings (id) on delete cascade,
  company_id bigint not null references companies (id),
  -- In whose name candidates get the status that was chosen for them.
  launched_by bigint references users (id) on delete set null,
  status text not null,
  sender_id bigint references users (id) on delete set null,
  launch_at timestamptz,
  launched_at timestamptz,
  after_launch_status_id bigint,
  -- Messages that had no sending window and got that of the launch: [{id, zone}].
  steps jsonb not null default '[]'
);
call make_tenant_table('mailing_launches');

create table mailing_launch_recipients (
  mailing_id bigint not null references mailing_launches (mailing_id) on delete cascade,
  company_id bigint not null references companies (id),
  recipient_id bigint not null,
  -- passed_over: not written to by this launch, also where an earlier one wrote to them.
  kind text not null check (kind in ('launch', 'occurred', 'planned', 'error', 'passed_over')),
  active boolean not null,
  retry boolean not null,
  relaunched_at timestamptz,
  launched_at timestamptz,
  next_at timestamptz,
  status_changed_at timestamptz not null,
  email_problem text,
  primary key (mailing_id, recipient_id)
);
call make_tenant_table('mailing_launch_recipients');
