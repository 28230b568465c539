-- Who has a link, by one spelling of it: no scheme, no www, no slash behind, lower case. Addresses of whole sites are nobody's.
create function headwater_link_key(url text) returns text language sql immutable parallel safe
  as $$ select left(lower(rtrim(regexp_replace(split_part(btrim(url), '#', 1), '^(?:[a-z][a-z0-9+.-]*://)?(?:www\.)?', '', 'i'), '/')), 500) $$;

create function headwater_link_keys(data jsonb) returns setof text language sql immutable parallel safe
  as $$ select distinct key from jsonb_array_elements(case jsonb_typeof(data -> 'links') when 'array' then data -> 'links' else '[]' end) link,
    headwater_link_key(link ->> 'url') as key where key like '%_/_%' $$;

create table profile_link_keys (
  profile_id bigint not null references profiles (id) on delete cascade,
  -- Null: of the common base; else the company whose profile or whose change of a profile says so.
  company_id bigint references companies (id),
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

insert into profile_link_keys (profile_id, company_id, is_change, key)
select id, company_id, false, key from profiles, headwater_link_keys(data) as key;

-- With every write of profiles and of what companies change of them, whoever writes.
create function headwater_note_profile_links() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from profile_link_keys using written where profile_link_keys.profile_id = written.id and not is_change;
  end if;
  insert into profile_link_keys (profile_id, company_id, is_change, key)
    select id, company_id, false, key from written, headwater_link_keys(data) as key;
  return null;
end $$;
create trigger profile_links_inserted after insert on profiles referencing new table as written
  for each statement execute function headwater_note_profile_links();
create trigger profile_links_updated after update on profiles referencing new table as written
  for each statement execute function headwater_note_profile_links();

create function headwater_note_overlay_links() returns trigger language plpgsql as $$
begin
  delete from profile_link_keys using written
    where profile_link_keys.profile_id = written.profile_id and profile_link_keys.company_id = written.company_id and is_change;
  if tg_op <> 'DELETE' then
    insert into profile_link_keys (profile_id, company_id, is_change, key)
      select profile_id, company_id, true, key from written, headwater_link_keys(data) as key;
  end if;
  return null;
end $$;
create trigger overlay_links_inserted after insert on profile_overlays referencing new table as written
  for each statement execute function headwater_note_overlay_links();
create trigger overlay_links_updated after update on profile_overlays referencing new table as written
  for each statement execute function headwater_note_overlay_links();
create trigger overlay_links_deleted after delete on profile_overlays referencing old table as written
  for each statement execute function headwater_note_overlay_links();
