-- A contact that a file brought goes again when that is undone.
alter table profile_contacts add column fragment_id bigint references profile_fragments (id) on delete set null;
create index profile_contacts_fragment on profile_contacts (fragment_id) where fragment_id is not null;
-- Where a profile was opened from: the word that the answer of the search gave, 'search:123'.
alter table profile_views add column referer text check (length(referer) <= 100);
