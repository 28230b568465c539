-- Erasing a profile reads these tables by profile.
create index profile_listings_profile on profile_listings (profile_id);
create index contact_openings_profile on contact_openings (profile_id);
create index tag_changes_profile on tag_changes (profile_id);
create index webhook_events_failed on webhook_events (connection_id, id) where state = 'failed';
