-- Links among the contacts are told apart by the same spelling as everywhere else: an address with its letters encoded is the one without.
-- Where a profile has both, both stay.
update profile_contacts as contact set normalized = left(headwater_decoded_link(contact.normalized), 255)
  where contact.type = 'link' and contact.normalized like '%\%%'
    and headwater_decoded_link(contact.normalized) <> contact.normalized
    and contact.id = (select min(twin.id) from profile_contacts as twin
      where twin.profile_id = contact.profile_id and twin.type = 'link' and coalesce(twin.company_id, 0) = coalesce(contact.company_id, 0)
        and headwater_decoded_link(twin.normalized) = headwater_decoded_link(contact.normalized));
