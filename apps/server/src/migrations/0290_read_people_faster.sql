-- Whether anything is banned at all is asked once a statement: the key of a link takes a regular expression, and it was made of every link of everybody
-- who was read, for a page of results as for the index.
create or replace view shown_profiles with (security_invoker = true) as
  select id, company_id, external_key,
    case when (select exists (select from banned_links)) and jsonb_typeof(data -> 'links') = 'array' and exists (
      select from profile_link_keys as known join banned_links as banned on banned.key = known.key where known.profile_id = profiles.id)
      then headwater_without_banned_links(data) else data end as data,
    created_by, created_at, updated_at, deleted_at
  from profiles;

create or replace view shown_overlays with (security_invoker = true) as
  select company_id, profile_id,
    case when (select exists (select from banned_links)) and jsonb_typeof(data -> 'links') = 'array' and exists (
      select from profile_link_keys as known join banned_links as banned on banned.key = known.key
      where known.profile_id = profile_overlays.profile_id)
      then headwater_without_banned_links(data) else data end as data,
    hidden, updated_at
  from profile_overlays;

create or replace view shown_contacts with (security_invoker = true) as
  select * from profile_contacts
  where not (type = 'link' and (select exists (select from banned_links))
    and exists (select from banned_links as banned where banned.key = headwater_link_key(profile_contacts.value)));

-- Nothing reads in its order any more, and a search made again had to write an entry of every index for it.
drop index search_queries_recent;

-- What everybody may read is told first, and once: of each row of the common base, the greater part of all that is read, two settings were looked up
-- twice before it was let through. Nobody may more or less than before.
drop policy profiles_write on profiles;
create policy profiles_insert on profiles for insert with check (company_id = headwater_company() or headwater_is_system());
create policy profiles_update on profiles for update using (company_id = headwater_company() or headwater_is_system())
  with check (company_id = headwater_company() or headwater_is_system());
create policy profiles_delete on profiles for delete using (company_id = headwater_company() or headwater_is_system());

drop policy profile_contacts_write on profile_contacts;
create policy profile_contacts_insert on profile_contacts for insert with check (company_id = headwater_company() or headwater_is_system());
create policy profile_contacts_update on profile_contacts for update using (company_id = headwater_company() or headwater_is_system())
  with check (company_id = headwater_company() or headwater_is_system());
create policy profile_contacts_delete on profile_contacts for delete using (company_id = headwater_company() or headwater_is_system());
