-- Whoever invites an address is not told that it has an account in another company: such an account waits, and its address counts when it is opened.
alter table users add column address_elsewhere boolean not null default false;
alter table users add constraint users_address_elsewhere check (not (address_elsewhere and is_activated));
drop index users_email;
create unique index users_email on users (lower(email)) where moved_to is null and not address_elsewhere;
create index users_email_elsewhere on users (company_id, lower(email)) where address_elsewhere;
