-- Who has said whose dialog it is, of a person whom nobody knew: that can be undone. Null where it was begun from a profile.
alter table telegram_dialogs
  add column linked_at timestamptz,
  add column linked_by bigint references users (id) on delete set null;
create index telegram_dialogs_linker on telegram_dialogs (linked_by) where linked_by is not null;
