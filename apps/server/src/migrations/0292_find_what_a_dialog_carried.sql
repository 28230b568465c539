-- Whom mailings have written to in a dialog, however much was said there besides.
create index telegram_messages_carried on telegram_messages (dialog_id) where mailing_message_id is not null;
