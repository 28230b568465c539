-- The task of 0320 counts the latest word of a person who has asked again after an address was released: it looks at each dialog once more.
update telegram_dialogs set is_stop_counted = false where profile_id is not null and peer_id is not null;
