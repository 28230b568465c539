-- Mailing lists and sequences are mailings of the types mass and sequence. Single messages have no life as a list.
alter table mailings
  add column status text not null default 'draft' check (status in ('draft', 'pending', 'sending', 'stopped', 'finished')),
  add column access_type text not null default 'public' check (access_type in ('public', 'private')),
  -- Whose mailbox it leaves from.
  add column sender_id bigint references users (id) on delete set null,
  add column launch_at timestamptz,
  add column launched_at timestamptz,
  -- The status that candidates get when they are launched.
  add column after_launch_status_id bigint,
  add column updated_at timestamptz not null default now(),
  add column deleted_at timestamptz,
  -- The number of the next message that is written: numbers are never given twice.
  add column next_number integer not null default 0;
create index mailings_list on mailings (company_id, type, id desc) where deleted_at is null and type <> 'single';
create index mailings_running on mailings (status) where status in ('pending', 'sending');
create index mailings_folder on mailings (folder_id) where folder_id is not null and type = 'mass';

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

alter table mailing_recipients
  -- Launched: the planner looks after it.
  add column active boolean not null default false,
  add column launched_at timestamptz,
  -- Why nothing more goes to it.
  add column ended text check (ended in ('finished', 'replied', 'bounced', 'unsubscribed', 'by_hand')),
  -- When the planner looks at it next; null while a message is on its way or has failed.
  add column next_at timestamptz,
  -- What failed is to be sent once more.
  add column retry boolean not null default false,
  add column email_problem text check (email_problem in ('none', 'contacts_closed')),
  add column variant text not null default 'a' check (variant in ('a', 'b')),
  add column source text not null default 'vacancy' check (source in ('vacancy', 'search', 'profile')),
  add column added_by bigint references users (id) on delete set null,
  add column added_at timestamptz not null default now(),
  -- Deleted after something was sent: what was sent stays.
  add column removed_at timestamptz,
  add column status_changed_at timestamptz not null default now();
create index mailing_recipients_due on mailing_recipients (next_at) where active and ended is null and removed_at is null and next_at is not null;
create index mailing_recipients_list on mailing_recipients (mailing_id, id desc);

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

alter table messages
  -- Of a mailing list or sequence: held to pauses, limits and windows.
  add column is_mass boolean not null default false,
  -- {from, to, zone, businessDays}: it never leaves outside of it.
  add column send_window jsonb,
  add column variant text check (variant in ('a', 'b')),
  add column to_domain text;
create index messages_of_mailbox on messages (mailbox_id, is_mass, send_at) where state in ('planned', 'claimed', 'handed_over');
create index messages_domain_sent on messages (company_id, to_domain, sent_at) where is_mass and sent_at is not null;

alter table mailboxes
  -- The provider asked to wait until then.
  add column paused_until timestamptz,
  -- Begins with few messages a day.
  add column ramps boolean not null default true;

-- Limits of all mailings of a company. No row: the defaults; null: no limit.
create table sending_limits (
  company_id bigint primary key references companies (id),
  per_day integer default 2000 check (per_day > 0),
  per_domain_per_hour integer default 100 check (per_domain_per_hour > 0)
);
call make_tenant_table('sending_limits');
