-- Dialogs that owe an answer or did not send (TG-014), as they are listed.
create index telegram_dialogs_attention on telegram_dialogs (company_id, last_at desc, id desc) where last_failed or answer_due_since is not null;
-- What the person wrote, by the numbers of Telegram: how far it was read (TG-029), in however long a dialog.
create index telegram_messages_received on telegram_messages (dialog_id, telegram_id) where not is_out;
