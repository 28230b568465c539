-- Sent again after a doubt: a further doubt about it is for a person to decide, so that no letter goes out more often than that by itself.
alter table messages add column resent boolean not null default false;
-- Counts how often a mailbox was connected: what is heard of an access says nothing about the one that took its place. Renewing it changes nothing here.
alter table mailboxes add column access_number integer not null default 0;
