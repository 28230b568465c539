-- Candidates. company_id null: the common base, which every company sees.
create table profiles (
  id bigint generated always as identity primary key,
  company_id bigint references companies (id),
  -- Stable key in the source. A second import updates the profile.
  external_key text,
  -- ProfileData of the contract, without contacts.
  data jsonb not null,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Erased on request: data is empty, and the API responds with 410.
  deleted_at timestamptz
);
create unique index profiles_external_key on profiles (coalesce(company_id, 0), external_key)
  where external_key is not null;
create index profiles_company on profiles (company_id) where company_id is not null;
alter table profiles enable row level security;
alter table profiles force row level security;
-- Three write policies instead of one for all: a read then evaluates only the first, cheap
-- condition for the common base.
create policy profiles_read on profiles for select
  using (company_id is null or company_id = headwater_company() or headwater_is_system());
create policy profiles_insert on profiles for insert
  with check (company_id = headwater_company() or headwater_is_system());
create policy profiles_update on profiles for update
  using (company_id = headwater_company() or headwater_is_system())
  with check (company_id = headwater_company() or headwater_is_system());
create policy profiles_delete on profiles for delete using (company_id = headwater_company() or headwater_is_system());

-- Names of the top-level fields.
create function headwater_field_names(data jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(field order by field), '{}') from jsonb_object_keys(data) as field
$$;

-- One save of profile changes by a company: some top-level fields of ProfileData. The newest
-- fragment wins per field, and profiles.data stays unchanged.
create table profile_fragments (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  source text not null check (source in ('form', 'file', 'link', 'text', 'merge', 'enrichment')),
  -- Source file.
  resume_id bigint references files (id) on delete set null,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Stored to list and count fragments without reading data.
  fields text[] not null generated always as (headwater_field_names(data)) stored,
  bytes integer not null generated always as (octet_length(data::text)) stored
);
create index profile_fragments_profile on profile_fragments (profile_id, company_id, id);
create index profile_fragments_resume on profile_fragments (resume_id) where resume_id is not null;
call make_tenant_table('profile_fragments');

-- All fragments of a company about a profile, merged. Readers apply it to profiles.data.
create table profile_overlays (
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  -- The company does not see the profile: it was merged into another one, or detached.
  hidden boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (company_id, profile_id)
);
create index profile_overlays_profile on profile_overlays (profile_id);
call make_tenant_table('profile_overlays');

-- Contact data. company_id null: common base. Otherwise only that company sees the contact.
create table profile_contacts (
  id bigint generated always as identity primary key,
  profile_id bigint not null references profiles (id) on delete cascade,
  company_id bigint references companies (id),
  type text not null check (type in ('phone', 'email', 'skype', 'icq', 'telegram', 'link')),
  value text not null check (length(value) between 1 and 255),
  -- Lower-case e-mail, digits of a phone, Telegram name, or link key. Equal contacts share it.
  normalized text not null,
  kind text check (kind in ('personal', 'corporate')),
  source text not null default 'external',
  is_active boolean not null default true,
  is_valid boolean not null default true,
  checked_at timestamptz,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- Fragment that added the contact. Undo of the fragment deletes it.
  fragment_id bigint references profile_fragments (id) on delete set null
);
create unique index profile_contacts_once on profile_contacts (profile_id, type, normalized, coalesce(company_id, 0));
create index profile_contacts_value on profile_contacts (type, normalized);
create index profile_contacts_fragment on profile_contacts (fragment_id) where fragment_id is not null;
alter table profile_contacts enable row level security;
alter table profile_contacts force row level security;
create policy profile_contacts_read on profile_contacts for select
  using (company_id is null or company_id = headwater_company() or headwater_is_system());
create policy profile_contacts_insert on profile_contacts for insert
  with check (company_id = headwater_company() or headwater_is_system());
create policy profile_contacts_update on profile_contacts for update
  using (company_id = headwater_company() or headwater_is_system())
  with check (company_id = headwater_company() or headwater_is_system());
create policy profile_contacts_delete on profile_contacts for delete
  using (company_id = headwater_company() or headwater_is_system());

-- Validity of e-mail addresses as seen by the company's own messages. Keyed by address because an
-- import may recreate the contact.
create table contact_checks (
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  email_key text not null check (length(email_key) between 1 and 320),
  is_valid boolean not null,
  -- Source of the result.
  found_by text not null check (found_by in ('bounce', 'answer', 'opened')),
  checked_at timestamptz not null,
  primary key (company_id, profile_id, email_key)
);
create index contact_checks_profile on contact_checks (profile_id);
call make_tenant_table('contact_checks');

-- One paid opening of a profile's contacts per user and month (CONT-009). month is the first day in
-- the company's time zone.
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

-- Profile openings, for the daily limit of a company (RSLT-024) and the "viewed" mark.
create table profile_views (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  viewed_at timestamptz not null default now(),
  -- Origin of the view as the search returned it, for example 'search:123'.
  referer text check (length(referer) <= 100)
);
create index profile_views_day on profile_views (company_id, viewed_at);
create index profile_views_profile on profile_views (profile_id, company_id, viewed_at desc);
create index profile_views_user on profile_views (user_id, profile_id);
call make_tenant_table('profile_views');

-- Profiles that a company merged. The absorbed profile is hidden for this company
-- (profile_overlays), and its data belongs to the survivor.
create table profile_merges (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  survivor_id bigint not null references profiles (id) on delete cascade,
  absorbed_id bigint not null references profiles (id) on delete cascade,
  -- Current target of the absorbed profile: the survivor, or the profile that the survivor was
  -- merged into.
  leads_to bigint not null references profiles (id) on delete cascade,
  -- Values that the user chose.
  fragment_id bigint references profile_fragments (id) on delete set null,
  -- Rows that each module moved, in its own format, for undo.
  moved jsonb not null default '[]',
  merged_by bigint references users (id) on delete set null,
  merged_at timestamptz not null,
  detached_at timestamptz,
  check (survivor_id <> absorbed_id and leads_to <> absorbed_id)
);
create unique index profile_merges_once on profile_merges (company_id, absorbed_id) where detached_at is null;
create index profile_merges_absorbed on profile_merges (absorbed_id);
create index profile_merges_survivor on profile_merges (survivor_id);
create index profile_merges_leads_to on profile_merges (leads_to, company_id) where detached_at is null;
create index profile_merges_fragment on profile_merges (fragment_id) where fragment_id is not null;
call make_tenant_table('profile_merges');

-- Decodes percent-encoded letters, digits and UTF-8 sequences. Separators and invalid sequences
-- stay encoded.
create function public.headwater_decode_link(url text) returns text language plpgsql immutable strict parallel safe as $$
declare
  spelled text;
  decoded text := url;
begin
  for spelled in select distinct match.groups[1] from pg_catalog.regexp_matches(url, '('
    '%(?:2[de]|3\d|[46][1-9a-f]|5[0-9af]|7[0-9ae])'
    '|%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]'
    '|%(?:e0%[ab][0-9a-f]|ed%[89][0-9a-f]|e[1-9abcef]%[89ab][0-9a-f])%[89ab][0-9a-f]'
    '|%(?:f0%[9ab][0-9a-f]|f[123]%[89ab][0-9a-f]|f4%8[0-9a-f])(?:%[89ab][0-9a-f]){2}'
    ')', 'gi') as match (groups)
  loop
    decoded := replace(decoded, spelled, convert_from(decode(replace(spelled, '%', ''), 'hex'), 'UTF8'));
  end loop;
  return decoded;
end $$;

-- One spelling of a link: no scheme, no www, no trailing slash, lower case, letters decoded.
create function headwater_link_key(url text) returns text language sql immutable parallel safe
  as $$ select left(lower(rtrim(regexp_replace(split_part(btrim(case when url like '%\%%' then public.headwater_decode_link(url) else url end), '#', 1),
    '^(?:[a-z][a-z0-9+.-]*://)?(?:www\.)?', '', 'i'), '/')), 500) $$;
create index profile_contacts_link_key on profile_contacts (headwater_link_key(value)) where type = 'link';

-- Keys of all links of a profile.
create function headwater_link_keys(data jsonb) returns setof text language sql immutable parallel safe
  as $$ select distinct key from jsonb_array_elements(case jsonb_typeof(data -> 'links') when 'array' then data -> 'links' else '[]' end) link,
    headwater_link_key(link ->> 'url') as key where key <> '' $$;

-- Index of profiles by link. Triggers keep it up to date.
create table profile_link_keys (
  profile_id bigint not null references profiles (id) on delete cascade,
  -- Null: common base.
  company_id bigint references companies (id),
  -- From profile_overlays.
  is_change boolean not null,
  key text not null
);
create index profile_link_keys_key on profile_link_keys (key);
create index profile_link_keys_profile on profile_link_keys (profile_id, is_change, company_id);
alter table profile_link_keys enable row level security;
alter table profile_link_keys force row level security;
create policy profile_link_keys_read on profile_link_keys for select
  using (company_id is null or company_id = headwater_company() or headwater_is_system());
create policy profile_link_keys_write on profile_link_keys for all
  using (company_id = headwater_company() or headwater_is_system())
  with check (company_id = headwater_company() or headwater_is_system());

create function headwater_index_profile_links() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from profile_link_keys using written where profile_link_keys.profile_id = written.id and not is_change;
  end if;
  insert into profile_link_keys (profile_id, company_id, is_change, key)
    select id, company_id, false, key from written, headwater_link_keys(data) as key;
  return null;
end $$;
create trigger profile_links_inserted after insert
  on profiles referencing new table as written for each statement execute function headwater_index_profile_links();
create trigger profile_links_updated after update
  on profiles referencing new table as written for each statement execute function headwater_index_profile_links();

create function headwater_index_overlay_links() returns trigger language plpgsql as $$
begin
  delete from profile_link_keys using written
    where profile_link_keys.profile_id = written.profile_id and profile_link_keys.company_id = written.company_id and is_change;
  if tg_op <> 'DELETE' then
    insert into profile_link_keys (profile_id, company_id, is_change, key)
      select profile_id, company_id, true, key from written, headwater_link_keys(data) as key;
  end if;
  return null;
end $$;
create trigger overlay_links_inserted after insert
  on profile_overlays referencing new table as written for each statement
  execute function headwater_index_overlay_links();
create trigger overlay_links_updated after update
  on profile_overlays referencing new table as written for each statement
  execute function headwater_index_overlay_links();
create trigger overlay_links_deleted after delete
  on profile_overlays referencing old table as written for each statement
  execute function headwater_index_overlay_links();

-- Links that staff banned for all companies. Banned links are hidden, not searchable, and cannot be
-- added.
create table banned_links (
  id bigint generated always as identity primary key,
  url text not null check (length(url) between 1 and 2000),
  -- Format of profile_link_keys.key.
  key text not null unique,
  banned_by bigint references users (id) on delete set null,
  banned_at timestamptz not null
);
alter table banned_links enable row level security;
alter table banned_links force row level security;
create policy banned_links_read on banned_links for select using (true);
create policy banned_links_write on banned_links for all
  using (headwater_is_system()) with check (headwater_is_system());

create function headwater_without_banned_links(data jsonb) returns jsonb language sql stable parallel safe
  as $$ select jsonb_set(data, '{links}', coalesce((
    select jsonb_agg(link order by place) from jsonb_array_elements(data -> 'links') with ordinality as each (link, place)
    where not exists (select from banned_links where key = headwater_link_key(link ->> 'url'))), '[]')) $$;

-- Profiles without banned links. "Any ban at all" is checked once per statement because link keys
-- are expensive.
create view unbanned_profiles with (security_invoker = true) as
  select id, company_id, external_key,
    case when (select exists (select from banned_links)) and jsonb_typeof(data -> 'links') = 'array' and exists (
      select from profile_link_keys as known join banned_links as banned on banned.key = known.key where known.profile_id = profiles.id)
      then headwater_without_banned_links(data) else data end as data,
    created_by, created_at, updated_at, deleted_at
  from profiles;

create view unbanned_overlays with (security_invoker = true) as
  select company_id, profile_id,
    case when (select exists (select from banned_links)) and jsonb_typeof(data -> 'links') = 'array' and exists (
      select from profile_link_keys as known join banned_links as banned on banned.key = known.key
      where known.profile_id = profile_overlays.profile_id)
      then headwater_without_banned_links(data) else data end as data,
    hidden, updated_at
  from profile_overlays;

create view unbanned_contacts with (security_invoker = true) as
  select * from profile_contacts
  where not (type = 'link' and (select exists (select from banned_links))
    and exists (select from banned_links as banned where banned.key = headwater_link_key(profile_contacts.value)));

-- Profiles as the company in scope sees them.
create view visible_profiles with (security_invoker = true) as
  select p.id, p.company_id, p.external_key, case when o.data is null then p.data else p.data || o.data end as data, p.created_by, p.created_at,
    greatest(p.updated_at, o.updated_at) as updated_at, p.deleted_at, coalesce(o.hidden, false) as hidden
  from unbanned_profiles p left join unbanned_overlays o on o.profile_id = p.id and o.company_id = headwater_company();

-- Contacts as the company in scope sees them, with those of absorbed profiles. owner_profile_id is the
-- profile whose contacts have to be opened.
create view visible_contacts with (security_invoker = true) as
  select id, profile_id, profile_id as owner_profile_id, company_id, type, value, normalized, kind, source, is_active, is_valid, checked_at, fragment_id,
    created_by, created_at
  from unbanned_contacts
  union all
  select c.id, m.leads_to, c.profile_id, c.company_id, c.type, c.value, c.normalized, c.kind, c.source, c.is_active, c.is_valid, c.checked_at,
    c.fragment_id, c.created_by, c.created_at
  from profile_merges m join unbanned_contacts c on c.profile_id = m.absorbed_id
  where m.company_id = headwater_company() and m.detached_at is null;

-- Link keys as the company in scope sees them, with those of absorbed profiles.
create view visible_link_keys with (security_invoker = true) as
  select profile_id, profile_id as owner_profile_id, company_id, is_change, key from profile_link_keys
  union all
  select m.leads_to, k.profile_id, k.company_id, k.is_change, k.key from profile_merges m join profile_link_keys k on k.profile_id = m.absorbed_id
  where m.company_id = headwater_company() and m.detached_at is null;

-- Profiles to index again, written in the transaction of the change.
create table search_changes (
  version bigint generated always as identity primary key,
  profile_id bigint not null,
  changed_at timestamptz not null default now(),
  -- Versions are assigned before commit. A reader uses only transactions older than every running
  -- one.
  transaction_id xid8 not null default pg_current_xact_id(),
  -- Company whose user made the change, so that a reader can wait for it. Null: common base.
  changed_in bigint default nullif(headwater_company(), 0)
);
-- Search reads whole transactions. Transactions older than every running one are final.
create index search_changes_transaction on search_changes (transaction_id, profile_id);
create index search_changes_changed_in on search_changes (changed_in, transaction_id desc) where changed_in is not null;

-- One row: changes of transactions below this number are deleted.
create table search_position (
  only_row boolean primary key default true check (only_row),
  pruned_below bigint not null default 0
);
insert into search_position default values;

-- Puts all profiles with the link into search_changes.
create function headwater_queue_banned_profiles() returns trigger language plpgsql as $$
begin
  insert into search_changes (profile_id)
    with touched as (
      select known.profile_id from written join profile_link_keys as known on known.key = written.key
      union
      select contact.profile_id from written join profile_contacts as contact
        on contact.type = 'link' and headwater_link_key(contact.value) = written.key)
    select profile_id from touched
    union select leads_to from profile_merges join touched on absorbed_id = profile_id where detached_at is null;
  return null;
end $$;
create trigger banned_links_added after insert
  on banned_links referencing new table as written for each statement execute function headwater_queue_banned_profiles();
create trigger banned_links_deleted after delete
  on banned_links referencing old table as written for each statement execute function headwater_queue_banned_profiles();
