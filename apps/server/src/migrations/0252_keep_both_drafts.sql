-- Two dialogs that turn out to be with one person leave both of their drafts, one behind the other.
alter table telegram_drafts drop constraint telegram_drafts_body_check,
  add constraint telegram_drafts_body_check check (length(body) between 1 and 20000);
