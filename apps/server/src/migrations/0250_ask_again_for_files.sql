-- A file that a person sent is asked for until Telegram gives it, or says for good that there is none.
alter table telegram_messages
  -- Not before that; null: at once.
  add column file_due_at timestamptz,
  add column file_attempts integer not null default 0,
  drop constraint telegram_messages_file_state_check,
  -- `no_space`: the company has no room left for it now.
  add constraint telegram_messages_file_state_check
    check (file_state in ('stored', 'loading', 'no_space', 'file_too_large', 'illegal_file_type', 'failed'));
-- What one broken line had ended is asked for again.
update telegram_messages set file_state = 'loading' where file_state = 'failed' and telegram_id is not null and file_id is null;
drop index telegram_messages_loading;
create index telegram_messages_loading on telegram_messages (account_id, file_due_at) where file_state in ('loading', 'no_space');
-- What the dialogs of a company take up.
create index files_of_dialogs on files (company_id) include (size) where attached_to = 'telegram';
