-- Why a person fits or does not, kept across vacancies (PPL-002).
create table fit_notes (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  verdict text not null check (verdict in ('fits', 'does_not_fit')),
  text text not null check (length(text) between 1 and 2000),
  -- Vacancy in which the note was written.
  vacancy_id bigint references vacancies (id) on delete set null,
  created_by bigint not null references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index fit_notes_profile on fit_notes (profile_id, company_id, updated_at desc);
create index fit_notes_vacancy on fit_notes (vacancy_id) where vacancy_id is not null;
call make_tenant_table('fit_notes');
