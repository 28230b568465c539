-- 0201 gives the oldest spelling of a link the decoded key, which another contact of the profile may have already: the two exchange their keys, so that
-- 0201 finds the oldest decoded. Nothing is lost, and where 0201 has run there is nothing to do. A key that stands in the way for a moment begins with a
-- space, which no link does.
create temporary table exchanged on commit drop as
  select distinct on (plain.id) oldest.id as oldest_id, oldest.normalized as encoded, plain.id as plain_id, plain.normalized as decoded
  from profile_contacts as oldest
  inner join profile_contacts as plain on plain.profile_id = oldest.profile_id and plain.type = 'link' and plain.id > oldest.id
    and coalesce(plain.company_id, 0) = coalesce(oldest.company_id, 0)
    and plain.normalized = headwater_decoded_link(oldest.normalized)
  where oldest.type = 'link' and oldest.normalized like '%\%%' and headwater_decoded_link(oldest.normalized) <> oldest.normalized
  order by plain.id, oldest.id;
update profile_contacts as contact set normalized = ' ' || contact.id from exchanged where contact.id = exchanged.plain_id;
update profile_contacts as contact set normalized = exchanged.decoded from exchanged where contact.id = exchanged.oldest_id;
update profile_contacts as contact set normalized = exchanged.encoded from exchanged where contact.id = exchanged.plain_id;
