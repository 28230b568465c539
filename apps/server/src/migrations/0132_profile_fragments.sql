-- What a company changes of a profile: one row for each save, with some top-level fields of ProfileData, each as a whole. The newest wins field by field.
-- profiles.data stays as it was found; nobody but the company sees its changes.
create table profile_fragments (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  source text not null check (source in ('form', 'file', 'link', 'text', 'merge', 'enrichment')),
  -- The file that it was read from.
  resume_id bigint references files (id) on delete set null,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profile_fragments_profile on profile_fragments (profile_id, company_id, id);
create index profile_fragments_resume on profile_fragments (resume_id) where resume_id is not null;
call make_tenant_table('profile_fragments');

-- All fragments of a company about a profile as one, written with them: what readers put over profiles.data.
create table profile_overlays (
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  -- For this company the profile does not exist by itself: it was merged into another one, or detached.
  hidden boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (company_id, profile_id)
);
create index profile_overlays_profile on profile_overlays (profile_id);
call make_tenant_table('profile_overlays');

-- Profiles as the company in scope sees them. Over all companies: as they were found.
create view seen_profiles with (security_invoker = true) as
  select p.id, p.company_id, p.external_key, case when o.data is null then p.data else p.data || o.data end as data, p.created_by, p.created_at,
    greatest(p.updated_at, o.updated_at) as updated_at, p.deleted_at, coalesce(o.hidden, false) as hidden
  from profiles p left join profile_overlays o on o.profile_id = p.id and o.company_id = headwater_company();
