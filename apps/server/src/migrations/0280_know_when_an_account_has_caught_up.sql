-- Whether all is known that was said to an account and in a dialog: a follow-up waits until it is, as what was missed may be an answer.
alter table telegram_accounts add column is_caught_up boolean not null default false;
alter table telegram_dialogs add column is_behind boolean not null default false;
