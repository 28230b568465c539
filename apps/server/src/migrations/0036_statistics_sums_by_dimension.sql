-- Sums of one dimension (ADR 107). Sums of user, vacancy, template and status together had almost as many rows as facts.
-- Their rows are summed again; readers add them until then.
insert into statistics_pending (company_id, kind, at, user_id, vacancy_id, template_id, status_id, n)
  select company_id, kind, at, user_id, vacancy_id, template_id, status_id, n from statistics_slots where n <> 0;
drop table statistics_slots, statistics_days;

-- The whole company by quarter of an hour, so that every time zone is exact.
create table statistics_slots (
  company_id bigint not null,
  kind text not null,
  at timestamptz not null,
  status_id bigint not null,
  n integer not null,
  primary key (company_id, kind, at, status_id) include (n)
);
call make_tenant_table('statistics_slots');

-- By 1, 8 and 64 days from 2000-01-01 UTC on. key: id of the user, vacancy or template; 0 stands for none.
create table statistics_sums (
  company_id bigint not null,
  dimension text not null check (dimension in ('none', 'user', 'vacancy', 'template')),
  days smallint not null check (days in (1, 8, 64)),
  kind text not null,
  at timestamptz not null,
  key bigint not null,
  status_id bigint not null,
  n integer not null,
  primary key (company_id, dimension, days, kind, at, key, status_id) include (n)
);
call make_tenant_table('statistics_sums');

-- Numbers of a vacancy or template within a day, or together with a user.
create index statistics_search_facts_vacancy on statistics_search_facts (company_id, vacancy_id, at);
create index statistics_pipeline_facts_vacancy on statistics_pipeline_facts (company_id, vacancy_id, at);
create index statistics_message_facts_vacancy on statistics_message_facts (company_id, vacancy_id, at);
create index statistics_message_facts_template on statistics_message_facts (company_id, template_id, at);

-- Moves, times in a status, steps, variants and senders are counted from the index alone.
drop index statistics_pipeline_facts_once, statistics_message_facts_once;
create unique index statistics_pipeline_facts_once on statistics_pipeline_facts (company_id, kind, at, source_id, happened_at, n)
  include (user_id, vacancy_id, from_status_id, to_status_id, seconds);
create unique index statistics_message_facts_once on statistics_message_facts (company_id, kind, at, source_id, happened_at, n)
  include (user_id, vacancy_id, template_id, step, variant, mailbox_id);
