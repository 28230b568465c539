-- Mail accounts of users. A disconnected mailbox keeps its row without secrets, so that limits and
-- read positions continue when the same address is connected again (MSET-007).
create table mailboxes (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  provider text not null check (provider in ('smtp_imap', 'gmail', 'outlook')),
  address text not null check (length(address) between 3 and 255),
  from_name text not null default '' check (length(from_name) <= 255),
  -- Servers, ports and user names, no passwords.
  settings jsonb not null,
  -- Passwords and tokens, sealed.
  secret text not null,
  -- Incremented with each connection. Results of an older access are ignored.
  access_number integer not null default 0,
  state text not null default 'connected' check (state in ('connected', 'broken', 'disconnected')),
  -- Error of the mail server.
  failure jsonb,
  -- Read position in each folder.
  cursor jsonb,
  -- Null: no limit (DEC-10).
  daily_limit integer default 50 check (daily_limit > 0),
  gap_seconds integer not null default 120 check (gap_seconds >= 0),
  -- Starts with few messages a day.
  ramps boolean not null default true,
  -- The provider asked to wait.
  paused_until timestamptz,
  -- Message of its server. Null: it gave none.
  paused_reason text,
  -- The server stores sent mail itself, so a missing copy proves that a message was not sent.
  files_sent boolean not null default false,
  connected_at timestamptz not null default now(),
  disconnected_at timestamptz,
  read_at timestamptz
);
create unique index mailboxes_in_use on mailboxes (user_id) where state <> 'disconnected';
create index mailboxes_user on mailboxes (user_id);
call make_tenant_table('mailboxes');

-- Limits of a user while no mailbox is connected. Reconnecting does not reset them (DEC-10).
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
  -- Html that is appended unchanged.
  signature text not null default '',
  send_window_from time,
  send_window_to time,
  sender_alias text
);
call make_tenant_table('messaging_settings');

-- Message settings of a company (MSET-005). No row: defaults.
create table company_messaging_settings (
  company_id bigint primary key references companies (id),
  unsubscribe_link boolean not null default true,
  access_type text not null default 'public' check (access_type in ('public', 'private')),
  track_opens boolean not null default true,
  track_clicks boolean not null default true
);
call make_tenant_table('company_messaging_settings');

-- Limits of all mailings of a company. No row: defaults. Null: no limit.
create table sending_limits (
  company_id bigint primary key references companies (id),
  per_day integer default 2000 check (per_day > 0),
  per_domain_per_hour integer default 100 check (per_domain_per_hour > 0)
);
call make_tenant_table('sending_limits');

-- Addresses that a company must not write to, in any mailing and channel (DEC-05).
create table suppressions (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  -- Keyed hash of address and company. It outlives the erasure of the person.
  address_hash bytea not null,
  -- For display and search. Null after an erasure.
  address text check (length(address) <= 255),
  -- A stored column, because row-level security prevents index scans on lower().
  address_key text generated always as (lower(address)) stored,
  reason text not null check (reason in ('unsubscribed', 'bounce', 'complaint', 'manual')),
  source text not null check (source in ('link', 'one_click', 'inbound', 'server', 'hand')),
  -- Message that caused the suppression. No foreign key: messages are deleted with their people.
  message_id bigint,
  note text not null default '' check (length(note) <= 1000),
  added_by bigint references users (id) on delete set null,
  added_at timestamptz not null,
  -- Released rows stay as a record.
  released_at timestamptz,
  released_by bigint references users (id) on delete set null,
  release_note text check (length(release_note) <= 1000)
);
create unique index suppressions_address on suppressions (company_id, address_hash) where released_at is null;
create index suppressions_address_key on suppressions (company_id, address_key) where released_at is null;
create index suppressions_list on suppressions (company_id, id desc);
create index suppressions_added_by on suppressions (added_by);
create index suppressions_released_by on suppressions (released_by);
-- Read by the timeline of a message.
create index suppressions_message on suppressions (message_id) where message_id is not null;
call make_tenant_table('suppressions');

-- Encodes one lower-case label (RFC 3492).
create function headwater_punycode(label text) returns text language plpgsql immutable strict parallel safe as $$
declare
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  points int[] := array(select ascii(letter) from regexp_split_to_table(label, '') with ordinality as each (letter, place) order by place);
  output text := regexp_replace(label, '[^\x01-\x7f]', '', 'g');
  basic int := length(output);
  handled int := basic;
  next_point int := 128;
  delta int := 0;
  bias int := 72;
  point int;
  rest int;
  position int;
  threshold int;
begin
  if basic = length(label) then return label; end if;
  if basic > 0 then output := output || '-'; end if;
  while handled < length(label) loop
    rest := (select min(known) from unnest(points) as known where known >= next_point);
    delta := delta + (rest - next_point) * (handled + 1);
    next_point := rest;
    foreach point in array points loop
      if point < next_point then delta := delta + 1; end if;
      continue when point <> next_point;
      rest := delta;
      position := 36;
      loop
        threshold := least(greatest(position - bias, 1), 26);
        exit when rest < threshold;
        output := output || substr(digits, 1 + threshold + (rest - threshold) % (36 - threshold), 1);
        rest := (rest - threshold) / (36 - threshold);
        position := position + 36;
      end loop;
      output := output || substr(digits, 1 + rest, 1);
      delta := case when handled = basic then delta / 700 else delta / 2 end;
      delta := delta + delta / (handled + 1);
      position := 0;
      while delta > 455 loop
        delta := delta / 35;
        position := position + 36;
      end loop;
      bias := position + 36 * delta / (delta + 38);
      delta := 0;
      handled := handled + 1;
    end loop;
    delta := delta + 1;
    next_point := next_point + 1;
  end loop;
  return 'xn--' || output;
end $$;

-- Same result as addressKey of the domain package: a domain in Unicode and in ASCII is one
-- (DEC-05).
create function headwater_address_key(address text) returns text language sql immutable strict parallel safe as $$
  select case when address !~ '[^\x01-\x7f]' then lower(address) else (
    select lower(normalize(left(address, length(address) - length(domain)), nfc)) || string_agg(headwater_punycode(label), '.' order by place)
    from substring(address from '[^@]*$') as domain,
      regexp_split_to_table(lower(normalize(domain, nfkc)), '[.。]') with ordinality as each (label, place)
    group by domain) end $$;

create table mailing_templates (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_by bigint references users (id) on delete set null,
  name text not null check (length(name) between 1 and 255),
  subject text not null check (length(subject) <= 255),
  -- Sanitised html. It may be longer than the input.
  body text not null,
  -- [{name, value, data}]: own variables, and fallbacks of built-in ones.
  custom_variables jsonb not null default '[]',
  access_type text not null check (access_type in ('public', 'private')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Kept for one hour of undo.
  deleted_at timestamptz
);
create index mailing_templates_list on mailing_templates (company_id, id desc) where deleted_at is null;
create index mailing_templates_creator on mailing_templates (created_by);
call make_tenant_table('mailing_templates');

create table mailing_template_files (
  company_id bigint not null references companies (id),
  template_id bigint not null references mailing_templates (id) on delete cascade,
  file_id bigint not null references files (id) on delete cascade,
  position integer not null,
  primary key (template_id, file_id)
);
create index mailing_template_files_file on mailing_template_files (file_id);
call make_tenant_table('mailing_template_files');

-- Mailing lists (mass), sequences, and single messages (SEND-014).
create table mailings (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_by bigint references users (id) on delete set null,
  type text not null check (type in ('single', 'mass', 'sequence')),
  name text not null default '',
  status text not null default 'draft' check (status in ('draft', 'pending', 'sending', 'stopped', 'finished')),
  access_type text not null default 'public' check (access_type in ('public', 'private')),
  folder_id bigint,
  -- Owner of the sending mailbox.
  sender_id bigint references users (id) on delete set null,
  launch_at timestamptz,
  launched_at timestamptz,
  -- End of undo of the latest launch. The planner skips the mailing while it is set.
  undo_until timestamptz,
  -- Status that a launch assigns to candidates.
  after_launch_status_id bigint,
  -- Number of the next step. Numbers are never reused.
  next_number integer not null default 0,
  -- Idempotency key of the client.
  request_key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Account that starts dialogs. Null: the account with the most capacity.
  telegram_account_id bigint,
  unique (company_id, created_by, request_key)
);
create index mailings_list on mailings (company_id, type, id desc) where deleted_at is null and type <> 'single';
create index mailings_running on mailings (status) where status in ('pending', 'sending');
create index mailings_folder on mailings (folder_id) where folder_id is not null and type = 'mass';
create index mailings_undoable on mailings (undo_until) where undo_until is not null;
create index mailings_telegram_account on mailings (telegram_account_id) where telegram_account_id is not null;
call make_tenant_table('mailings');

-- Texts of a mailing. messages.step refers to number.
create table mailing_steps (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  mailing_id bigint not null references mailings (id) on delete cascade,
  number integer not null,
  position integer not null,
  subject text not null,
  body text not null,
  custom_variables jsonb not null default '[]',
  -- Variant B, for half of the recipients.
  subject_b text,
  body_b text,
  -- Seconds after the previous step.
  send_delay integer not null default 0 check (send_delay >= 0),
  delay_kind text not null default 'calendar' check (delay_kind in ('calendar', 'business')),
  send_time_from text,
  send_time_to text,
  send_time text,
  -- Null: the zone of the company.
  send_time_zone text,
  channel text not null default 'email' check (channel in ('email', 'telegram')),
  -- Send by e-mail if Telegram is not possible. Otherwise skip the step.
  falls_back boolean not null default true,
  unique (mailing_id, number)
);
call make_tenant_table('mailing_steps');

-- Attachments by step.
create table mailing_files (
  company_id bigint not null references companies (id),
  mailing_id bigint not null references mailings (id) on delete cascade,
  step integer not null default 0,
  -- No foreign key: a message with a missing file must fail instead of leaving without it.
  file_id bigint not null,
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
  -- same_address: another recipient of this mailing has the address.
  email_problem text check (email_problem in ('none', 'contacts_closed', 'same_address')),
  -- The address is from the common base, and reading it requires opened contacts.
  email_needs_opening boolean not null default false,
  custom_data jsonb not null default '{}',
  -- Seed of Message-IDs. A restored copy generates the same ids and finds sent messages in the Sent
  -- folder.
  message_key uuid not null default gen_random_uuid(),
  -- Launched.
  active boolean not null default false,
  launched_at timestamptz,
  -- Launched again by hand. Earlier answers do not block it while its mailbox is not read.
  relaunched_at timestamptz,
  -- Why no further message is sent.
  ended text check (ended in ('finished', 'replied', 'bounced', 'unsubscribed', 'by_hand')),
  -- Next visit of the planner. Null while a message is in transit or has failed.
  next_at timestamptz,
  -- Send the failed message again.
  retry boolean not null default false,
  -- Set when a restored installation is armed: due messages may have been sent by the original.
  must_check_sent boolean not null default false,
  variant text not null default 'a' check (variant in ('a', 'b')),
  source text not null default 'vacancy' check (source in ('vacancy', 'search', 'profile')),
  added_by bigint references users (id) on delete set null,
  -- For undo. Null once another user added the person again.
  added_by_job bigint references jobs (id) on delete set null,
  added_at timestamptz not null default now(),
  -- Removed after a message was sent.
  removed_at timestamptz,
  status_changed_at timestamptz not null default now(),
  -- Recipient of the same mailing that the profile was merged into. Sent messages stay here.
  merged_into bigint references mailing_recipients (id) on delete set null,
  -- Why Telegram rejected a message. This mailing does not try Telegram again.
  messenger_problem text check (length(messenger_problem) <= 40)
);
create index mailing_recipients_profile on mailing_recipients (profile_id, company_id);
create index mailing_recipients_candidate on mailing_recipients (candidate_id) where candidate_id is not null;
create index mailing_recipients_email on mailing_recipients (email_key, company_id);
create index mailing_recipients_address on mailing_recipients (mailing_id, email_key) where email_key <> '';
create index mailing_recipients_list on mailing_recipients (mailing_id, id desc);
create index mailing_recipients_job on mailing_recipients (added_by_job, id) where added_by_job is not null;
create unique index mailing_recipients_once on mailing_recipients (mailing_id, profile_id) where merged_into is null;
create index mailing_recipients_merged on mailing_recipients (merged_into) where merged_into is not null;
-- The planner reads one mailing at a time in this order.
create index mailing_recipients_to_plan on mailing_recipients (mailing_id, next_at, id)
  where active and ended is null and removed_at is null and next_at is not null;
call make_tenant_table('mailing_recipients');

-- Texts for a single recipient.
create table mailing_drafts (
  company_id bigint not null references companies (id),
  recipient_id bigint not null references mailing_recipients (id) on delete cascade,
  step integer not null,
  subject text,
  body text,
  primary key (recipient_id, step)
);
call make_tenant_table('mailing_drafts');

-- Values before the latest launch, for undo.
create table mailing_launches (
  mailing_id bigint primary key references mailings (id) on delete cascade,
  company_id bigint not null references companies (id),
  -- User of the status change.
  launched_by bigint references users (id) on delete set null,
  status text not null,
  sender_id bigint references users (id) on delete set null,
  launch_at timestamptz,
  launched_at timestamptz,
  after_launch_status_id bigint,
  -- Steps that got the sending window of the launch: [{id, zone}].
  steps jsonb not null default '[]'
);
call make_tenant_table('mailing_launches');

create table mailing_launch_recipients (
  mailing_id bigint not null references mailing_launches (mailing_id) on delete cascade,
  company_id bigint not null references companies (id),
  recipient_id bigint not null,
  -- passed_over: this launch does not write to the recipient.
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
