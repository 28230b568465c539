-- How often a mailbox was asked what became of a letter that was handed over. It was counted among the tries of sending, and used them up.
alter table messages add column asked integer not null default 0;
