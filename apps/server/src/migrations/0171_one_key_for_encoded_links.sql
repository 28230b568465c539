-- An address is the same one with its letters encoded: %D0%98 is И, and %61 is a. What separates the parts of an address stays encoded, and so does what
-- spells no letter.
create function public.headwater_decoded_link(url text) returns text language plpgsql immutable strict parallel safe as $$
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

create or replace function headwater_link_key(url text) returns text language sql immutable parallel safe
  as $$ select left(lower(rtrim(regexp_replace(split_part(btrim(case when url like '%\%%' then public.headwater_decoded_link(url) else url end), '#', 1),
    '^(?:[a-z][a-z0-9+.-]*://)?(?:www\.)?', '', 'i'), '/')), 500) $$;

reindex index profile_contacts_link_key;

delete from profile_link_keys where key like '%\%%';
insert into profile_link_keys (profile_id, company_id, is_change, key)
  select profile.id, profile.company_id, false, link.key from profiles as profile, headwater_link_keys(profile.data) as link (key)
  where profile.data ->> 'links' like '%\%%' and not exists (select from profile_link_keys as known
    where known.profile_id = profile.id and not known.is_change and known.key = link.key);
insert into profile_link_keys (profile_id, company_id, is_change, key)
  select overlay.profile_id, overlay.company_id, true, link.key from profile_overlays as overlay, headwater_link_keys(overlay.data) as link (key)
  where overlay.data ->> 'links' like '%\%%' and not exists (select from profile_link_keys as known
    where known.profile_id = overlay.profile_id and known.company_id = overlay.company_id and known.is_change and known.key = link.key);

-- Of one that was banned in both spellings the first ban stays. Written anew, so that search learns of everybody who has the link.
with gone as (delete from banned_links where key like '%\%%' returning url, banned_by, banned_at)
  insert into banned_links (url, key, banned_by, banned_at)
    select distinct on (key) url, headwater_link_key(url) as key, banned_by, banned_at from gone order by key, banned_at
    on conflict (key) do nothing;
