-- What a mailing said in a dialog is not sent again from there, also once its message is gone: it may leave another way by then.
alter table telegram_messages add column is_of_mailing boolean not null default false;
update telegram_messages set is_of_mailing = true where mailing_message_id is not null;
