-- What readers of a profile's saves need besides what they say, so that nobody unpacks megabytes in order to count them or to name their fields.
create function headwater_fields_of(data jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(field order by field), '{}') from jsonb_object_keys(data) as field
$$;

alter table profile_fragments
  add column fields text[] not null generated always as (headwater_fields_of(data)) stored,
  add column bytes integer not null generated always as (octet_length(data::text)) stored;
