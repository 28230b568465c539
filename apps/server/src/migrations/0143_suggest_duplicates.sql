-- Profiles to look at again, as they or their contacts changed: with every change that search learns of, whoever writes.
create table duplicate_changes (
  id bigint generated always as identity primary key,
  profile_id bigint not null
);
grant select, insert, delete on duplicate_changes to headwater_app;

create function headwater_note_duplicate_changes() returns trigger language plpgsql as $$
begin
  insert into duplicate_changes (profile_id) select distinct profile_id from written;
  return null;
end $$;
create trigger duplicates_follow_changes after insert on search_changes referencing new table as written
  for each statement execute function headwater_note_duplicate_changes();

-- What of a profile tells whether another one is of the same person: for everybody, and once more for each company that sees it otherwise.
create table duplicate_views (
  id bigint generated always as identity primary key,
  profile_id bigint not null references profiles (id) on delete cascade,
  -- Null: of the common base, for all who changed nothing of it.
  company_id bigint references companies (id),
  -- Null: for this company the profile does not exist.
  facts text,
  -- The groups that it is compared in, as in duplicate_keys.
  keys bigint[] not null
);
create unique index duplicate_views_once on duplicate_views (profile_id, coalesce(company_id, 0));
create index duplicate_views_company on duplicate_views (company_id, profile_id) where company_id is not null;
alter table duplicate_views enable row level security;
alter table duplicate_views force row level security;
create policy duplicate_views_read on duplicate_views for select
  using (company_id is null or company_id = headwater_company() or headwater_is_system());
create policy duplicate_views_write on duplicate_views for all using (headwater_is_system()) with check (headwater_is_system());
grant select, insert, update, delete on duplicate_views to headwater_app;

-- Who is in a group. 0: the common base. Without a reference to the views: looking up each of millions would take most of the time.
create table duplicate_keys (
  key bigint not null,
  company_id bigint not null,
  view_id bigint not null,
  primary key (key, company_id, view_id)
);
alter table duplicate_keys enable row level security;
alter table duplicate_keys force row level security;
create policy duplicate_keys_all on duplicate_keys for all using (headwater_is_system()) with check (headwater_is_system());
grant select, insert, delete on duplicate_keys to headwater_app;

create function headwater_forget_duplicate_keys() returns trigger language plpgsql as $$
begin
  delete from duplicate_keys using (select id, coalesce(company_id, 0) as company_id, unnest(keys) as key from gone) as gone
    where duplicate_keys.key = gone.key and duplicate_keys.company_id = gone.company_id and duplicate_keys.view_id = gone.id;
  return null;
end $$;
create trigger duplicate_views_gone after delete on duplicate_views referencing old table as gone
  for each statement execute function headwater_forget_duplicate_keys();

-- Two profiles that may be of one person.
create table duplicate_pairs (
  id bigint generated always as identity primary key,
  -- Null: both as the common base has them; else as this company sees them, where it sees one of them otherwise.
  company_id bigint references companies (id),
  low_id bigint not null references profiles (id) on delete cascade,
  high_id bigint not null references profiles (id) on delete cascade,
  score smallint not null check (score between 0 and 100),
  -- [{code, value?}], the strongest first.
  reasons jsonb not null,
  -- Hashes of addresses, numbers and pages that both have.
  contacts bigint[] not null,
  found_at timestamptz not null,
  check (low_id < high_id)
);
create unique index duplicate_pairs_once on duplicate_pairs (low_id, high_id, coalesce(company_id, 0));
create index duplicate_pairs_high on duplicate_pairs (high_id);
create index duplicate_pairs_list on duplicate_pairs (company_id, score desc, id);
alter table duplicate_pairs enable row level security;
alter table duplicate_pairs force row level security;
create policy duplicate_pairs_read on duplicate_pairs for select
  using (company_id is null or company_id = headwater_company() or headwater_is_system());
create policy duplicate_pairs_write on duplicate_pairs for all using (headwater_is_system()) with check (headwater_is_system());
grant select, insert, update, delete on duplicate_pairs to headwater_app;

-- Pairs that a company said are two people.
create table duplicate_dismissals (
  company_id bigint not null references companies (id),
  low_id bigint not null references profiles (id) on delete cascade,
  high_id bigint not null references profiles (id) on delete cascade,
  -- What both had in common then: something new brings the pair back.
  contacts bigint[] not null,
  dismissed_by bigint references users (id) on delete set null,
  dismissed_at timestamptz not null,
  primary key (company_id, low_id, high_id),
  check (low_id < high_id)
);
create index duplicate_dismissals_low on duplicate_dismissals (low_id);
create index duplicate_dismissals_high on duplicate_dismissals (high_id);
call make_tenant_table('duplicate_dismissals');
