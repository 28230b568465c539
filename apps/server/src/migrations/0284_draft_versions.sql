-- ADR 63: whoever saves a draft says which one it goes on from, so that no window overwrites what another one has saved. A draft that was emptied stays
-- as a row, as its version must go on.
alter table telegram_drafts add column version integer not null default 1 check (version > 0);
alter table telegram_drafts drop constraint telegram_drafts_body_check,
  add constraint telegram_drafts_body_check check (length(body) <= 20000);
