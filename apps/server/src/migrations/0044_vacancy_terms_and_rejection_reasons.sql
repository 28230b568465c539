-- Terms of a vacancy.
alter table vacancies
  add column location text not null default '' check (length(location) <= 255),
  add column salary_from integer check (salary_from between 0 and 1000000000),
  add column salary_to integer check (salary_to between 0 and 1000000000),
  add column salary_currency text check (length(salary_currency) = 3),
  add column headcount smallint check (headcount between 1 and 999),
  add column deadline date,
  add constraint vacancies_salary check (salary_from <= salary_to);

-- Reasons that a company gives for rejections. Deleted ones are kept for the history.
create table rejection_reasons (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  name text not null check (length(name) between 1 and 100),
  -- Initial reason that was not renamed. Its name is translated.
  is_default boolean not null default false,
  position integer not null,
  deleted_at timestamptz
);
create unique index rejection_reasons_initial on rejection_reasons (company_id, name) where is_default;
call make_tenant_table('rejection_reasons');

alter table candidates add column rejection_reason_id bigint references rejection_reasons (id);
alter table candidate_history
  add column reason_id bigint references rejection_reasons (id),
  -- Previous reason, restored by undo.
  add column from_reason_id bigint references rejection_reasons (id);
create index candidates_rejection_reason on candidates (rejection_reason_id) where rejection_reason_id is not null;
create index candidate_history_reason on candidate_history (reason_id) where reason_id is not null;
create index candidate_history_from_reason on candidate_history (from_reason_id) where from_reason_id is not null;
