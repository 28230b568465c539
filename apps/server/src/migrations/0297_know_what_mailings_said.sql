-- What a mailing said in a dialog is not sent again from there, also once its message is gone: it may leave another way by then.
alter table telegram_messages add column is_of_mailing boolean not null default false;
-- What fails when its account goes, and is not due any more, carried a message of a mailing, which may be gone: see let-mailings-go.ts.
update telegram_messages set is_of_mailing = true
where mailing_message_id is not null or (state = 'failed' and is_out and random_id is not null and request_key is null
  and error in ('session_ended', 'phone_banned') and due_at is null);

-- A person has said of these that they were sent.
update telegram_messages set state = 'sent', due_at = null, error = null, error_detail = null
from messages where messages.id = telegram_messages.mailing_message_id and messages.state = 'sent' and telegram_messages.state = 'failed';

update telegram_dialogs set last_failed = false
from telegram_messages where telegram_messages.id = telegram_dialogs.last_message_id and telegram_dialogs.last_failed
  and telegram_messages.state <> 'failed';
