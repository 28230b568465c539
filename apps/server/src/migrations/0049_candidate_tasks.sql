-- Tasks of colleagues about a person, or about a person in a vacancy.
create table candidate_tasks (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  candidate_id bigint references candidates (id) on delete set null,
  title text not null check (length(title) between 1 and 255),
  due_on date not null,
  due_time time,
  -- Due time, or 9:00 on the due day, in the time zone of the company.
  remind_at timestamptz not null,
  reminded_at timestamptz,
  assignee_id bigint not null references users (id),
  created_by bigint not null references users (id),
  created_at timestamptz not null,
  done_at timestamptz,
  done_by bigint references users (id)
);
create index candidate_tasks_profile on candidate_tasks (profile_id, company_id);
create index candidate_tasks_candidate on candidate_tasks (candidate_id) where candidate_id is not null;
create index candidate_tasks_assignee on candidate_tasks (assignee_id, due_on);
create index candidate_tasks_reminders on candidate_tasks (remind_at) where done_at is null and reminded_at is null;
call make_tenant_table('candidate_tasks');
