-- Two dialogs that turn out to be with one person leave both of their drafts, one behind the other.
alter table telegram_drafts drop constraint telegram_drafts_body_check,
  add constraint telegram_drafts_body_check check (length(body) between 1 and 20000);
-- Whom a company writes to, from whichever account.
create index telegram_dialogs_person on telegram_dialogs (company_id, peer_id) where peer_id is not null;
-- By name, as is asked for before a dialog is begun.
create index telegram_dialogs_username on telegram_dialogs (company_id, lower(username)) where username is not null;
