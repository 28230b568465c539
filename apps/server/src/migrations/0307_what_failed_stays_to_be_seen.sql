-- What we said last in a dialog, however much the person has written since.
create index telegram_messages_said on telegram_messages (dialog_id, sent_at desc, id desc) where is_out;

-- A message that failed asks for attention also where the person has written behind it (TG-014).
update telegram_dialogs set last_failed = true
where not last_failed and (select state from telegram_messages where dialog_id = telegram_dialogs.id and is_out
  order by sent_at desc, id desc limit 1) = 'failed';
