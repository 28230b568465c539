-- Somebody wants to come back to it: it counts as unread until it is opened again.
alter table telegram_dialogs add column is_marked_unread boolean not null default false;
