-- Where the owner of the database is no superuser, migrations saw no rows of companies until now. What they should have written is written here;
-- everywhere else nothing is missing.
do $$
begin
  if (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) then
    return;
  end if;
  -- 0136. Since then everybody is told when they are added, and nobody can change it.
  update users set data_enrichment_enabled = true
    where can_search and role not in ('hm', 'admin_without_search') and not data_enrichment_enabled
      and date_joined < (select applied_at from schema_migrations where name = '0136_enrich_profiles.sql');
  -- 0133, 0151 and 0171.
  delete from profile_link_keys;
  insert into profile_link_keys (profile_id, company_id, is_change, key)
    select id, company_id, false, key from profiles, headwater_link_keys(data) as key;
  insert into profile_link_keys (profile_id, company_id, is_change, key)
    select profile_id, company_id, true, key from profile_overlays, headwater_link_keys(data) as key;
  with gone as (delete from banned_links where key <> headwater_link_key(url) returning url, banned_by, banned_at)
    insert into banned_links (url, key, banned_by, banned_at)
      select distinct on (key) url, headwater_link_key(url) as key, banned_by, banned_at from gone order by key, banned_at
      on conflict (key) do nothing;
  -- Whoever has a banned link by a key that was not known is looked at again.
  insert into search_changes (profile_id)
    select distinct profile_id from profile_link_keys join banned_links using (key);
end $$;
