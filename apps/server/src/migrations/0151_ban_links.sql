-- Links that the staff of the installation has banned: shown on no profile, finding none, and not to be added. For all companies.
create table banned_links (
  id bigint generated always as identity primary key,
  url text not null check (length(url) between 1 and 2000),
  -- As in profile_link_keys.
  key text not null unique,
  banned_by bigint references users (id) on delete set null,
  banned_at timestamptz not null
);
alter table banned_links enable row level security;
alter table banned_links force row level security;
create policy banned_links_read on banned_links for select using (true);
create policy banned_links_write on banned_links for all using (headwater_is_system()) with check (headwater_is_system());
grant select, insert, delete on banned_links to headwater_app;

-- A ban also holds for the address of a whole site, which is why these are known too; whoever looks for people by a link leaves them out.
create or replace function headwater_link_keys(data jsonb) returns setof text language sql immutable parallel safe
  as $$ select distinct key from jsonb_array_elements(case jsonb_typeof(data -> 'links') when 'array' then data -> 'links' else '[]' end) link,
    headwater_link_key(link ->> 'url') as key where key <> '' $$;
insert into profile_link_keys (profile_id, company_id, is_change, key)
  select id, company_id, false, key from profiles, headwater_link_keys(data) as key where key not like '%_/_%';
insert into profile_link_keys (profile_id, company_id, is_change, key)
  select profile_id, company_id, true, key from profile_overlays, headwater_link_keys(data) as key where key not like '%_/_%';

create index profile_contacts_link_key on profile_contacts (headwater_link_key(value)) where type = 'link';

create function headwater_without_banned_links(data jsonb) returns jsonb language sql stable parallel safe
  as $$ select jsonb_set(data, '{links}', coalesce((
    select jsonb_agg(link order by place) from jsonb_array_elements(data -> 'links') with ordinality as each (link, place)
    where not exists (select from banned_links where key = headwater_link_key(link ->> 'url'))), '[]')) $$;

-- What is shown of each table. The keys tell who has a banned link, so that of nobody else the links are looked at.
create view shown_profiles with (security_invoker = true) as
  select id, company_id, external_key,
    case when jsonb_typeof(data -> 'links') = 'array' and exists (
      select from profile_link_keys as known join banned_links as banned on banned.key = known.key where known.profile_id = profiles.id)
      then headwater_without_banned_links(data) else data end as data,
    created_by, created_at, updated_at, deleted_at
  from profiles;

create view shown_overlays with (security_invoker = true) as
  select company_id, profile_id,
    case when jsonb_typeof(data -> 'links') = 'array' and exists (
      select from profile_link_keys as known join banned_links as banned on banned.key = known.key
      where known.profile_id = profile_overlays.profile_id)
      then headwater_without_banned_links(data) else data end as data,
    hidden, updated_at
  from profile_overlays;

create view shown_contacts with (security_invoker = true) as
  select * from profile_contacts
  where not (type = 'link' and exists (select from banned_links as banned where banned.key = headwater_link_key(profile_contacts.value)));

create or replace view seen_profiles with (security_invoker = true) as
  select p.id, p.company_id, p.external_key, case when o.data is null then p.data else p.data || o.data end as data, p.created_by, p.created_at,
    greatest(p.updated_at, o.updated_at) as updated_at, p.deleted_at, coalesce(o.hidden, false) as hidden
  from shown_profiles p left join shown_overlays o on o.profile_id = p.id and o.company_id = headwater_company();

create or replace view seen_contacts with (security_invoker = true) as
  select id, profile_id, profile_id as stored_at, company_id, type, value, normalized, kind, source, is_active, is_valid, checked_at, fragment_id,
    created_by, created_at
  from shown_contacts
  union all
  select c.id, m.leads_to, c.profile_id, c.company_id, c.type, c.value, c.normalized, c.kind, c.source, c.is_active, c.is_valid, c.checked_at,
    c.fragment_id, c.created_by, c.created_at
  from profile_merges m join shown_contacts c on c.profile_id = m.absorbed_id
  where m.company_id = headwater_company() and m.detached_at is null;

-- Search, and who looks for duplicates, learn of everybody who has the link.
create function headwater_note_banned_links() returns trigger language plpgsql as $$
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
create trigger banned_links_added after insert on banned_links referencing new table as written
  for each statement execute function headwater_note_banned_links();
create trigger banned_links_gone after delete on banned_links referencing old table as written
  for each statement execute function headwater_note_banned_links();
