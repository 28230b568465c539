-- Who opened which profile; also the day's count of a company (RSLT-024) and 'viewed' marks.
create table profile_views (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  viewed_at timestamptz not null default now()
);
create index profile_views_day on profile_views (company_id, viewed_at);
create index profile_views_profile on profile_views (profile_id, company_id, viewed_at desc);
create index profile_views_user on profile_views (user_id, profile_id);
call make_tenant_table('profile_views');

-- One opening of a profile's contacts a month and user (CONT-009); `month` is the first day in the company's time zone.
create table contact_openings (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  month date not null,
  opened_at timestamptz not null default now(),
  unique (company_id, user_id, profile_id, month)
);
create index contact_openings_month on contact_openings (company_id, month);
call make_tenant_table('contact_openings');
