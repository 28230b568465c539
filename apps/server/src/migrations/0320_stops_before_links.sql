-- What strangers had asked for counts for the profiles that their dialogs have (ADR 80), also where these had them before that was so: a task looks at each once, as what
-- is not to be written to is known by the hash of a secret that no statement knows.
alter table telegram_dialogs add column is_stop_counted boolean not null default true;
update telegram_dialogs set is_stop_counted = false where profile_id is not null and peer_id is not null;
create index telegram_dialogs_stop_to_count on telegram_dialogs (id) where not is_stop_counted;
