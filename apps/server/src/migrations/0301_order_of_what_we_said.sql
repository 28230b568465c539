-- When something of ours was written here, or tried again: fixed, where `sent_at` becomes what Telegram says (TG-014). Null: it was written elsewhere.
alter table telegram_messages add column said_at timestamptz;
-- What we said last in a dialog.
create index telegram_messages_said_last on telegram_messages (dialog_id, coalesce(said_at, sent_at) desc, id desc) where is_out;
