-- What the product tells one person: a reply, a job that is over, a mailbox that does not answer any more, a limit, a mention.
create table notices (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('reply', 'job', 'mailbox', 'limit', 'mention')),
  -- What it is about: the same thing is told once.
  key text not null check (length(key) <= 600),
  -- Whom it is about; goes with them when they are erased.
  profile_id bigint references profiles (id) on delete cascade,
  -- The message, job or comment.
  object_id bigint,
  -- Words that nothing else remembers: the address of a mailbox, which limit.
  detail text not null default '' check (length(detail) <= 500),
  -- Shown in the list; else it only goes by e-mail.
  in_app boolean not null,
  -- Waits for the e-mail of the day.
  for_email boolean not null,
  created_at timestamptz not null,
  read_at timestamptz,
  unique (user_id, kind, key)
);
create index notices_list on notices (user_id, id desc) where in_app;
create index notices_email on notices (created_at) where for_email;
create index notices_profile on notices (profile_id) where profile_id is not null;
create index notices_age on notices (created_at);
call make_tenant_table('notices');

-- Where a person wants to be told of a kind; without a row in the product alone.
create table notice_settings (
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('reply', 'job', 'mailbox', 'limit', 'mention')),
  in_app boolean not null,
  email boolean not null,
  primary key (user_id, kind)
);
call make_tenant_table('notice_settings');
