-- Mailings whose letters a language model writes, each for one candidate of a vacancy, into a mailing list that a person looks through.
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

-- Letters to one person that a language model writes: a few to choose from, or one for a mailing.
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
