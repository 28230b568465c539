-- Credits of a company for requests to the language model; null: they are not counted.
alter table companies add column credits integer check (credits >= 0);

-- Every change of them, with what was left.
create table credit_transactions (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  author_id bigint references users (id) on delete set null,
  amount integer not null check (amount <> 0),
  balance integer not null check (balance >= 0),
  reason text not null check (length(reason) between 1 and 100),
  created_at timestamptz not null
);
create index credit_transactions_list on credit_transactions (company_id, id desc);
call make_tenant_table('credit_transactions');

-- Descriptions of vacancies that a language model writes from what a recruiter says of them.
create table vacancy_descriptions (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  position text not null check (length(position) between 1 and 200),
  company_name text not null check (length(company_name) between 1 and 200),
  responsibilities text not null check (length(responsibilities) between 1 and 5000),
  requirements text not null default '' check (length(requirements) <= 5000),
  additional_info text not null default '' check (length(additional_info) <= 5000),
  language text not null,
  body text not null default '' check (length(body) <= 10000),
  progress text not null check (progress in ('pending', 'processing', 'done', 'failed', 'cancelled')),
  -- Grows with every request for a text: an answer to an earlier one is dropped.
  run integer not null default 1,
  -- Whether a credit was taken for the run under way; given back once where it brings nothing.
  is_paid boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index vacancy_descriptions_list on vacancy_descriptions (user_id, id desc);
call make_tenant_table('vacancy_descriptions');
