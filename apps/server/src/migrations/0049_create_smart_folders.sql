-- The query that drives a vacancy, in the one form in which equal queries are equal.
create table smart_folders (
  vacancy_id bigint primary key references vacancies (id) on delete cascade,
  company_id bigint not null references companies (id),
  query text not null,
  filters text not null,
  ranking text not null,
  updated_by bigint not null references users (id),
  updated_at timestamptz not null
);
create index smart_folders_query on smart_folders (company_id, md5(query), md5(filters));
call make_tenant_table('smart_folders');

-- Who is listed inside a vacancy and elsewhere was listed in both.
alter table profile_listings drop constraint profile_listings_pkey;
create unique index profile_listings_once on profile_listings (user_id, profile_id, coalesce(folder_id, 0));
create index profile_listings_of_folder on profile_listings (folder_id, listed_at) where folder_id is not null;
