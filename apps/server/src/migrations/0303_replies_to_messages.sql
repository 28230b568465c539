-- Which message one answers, by Telegram's numbers of the account: what is answered may be unknown here, or come in later.
alter table telegram_messages add column reply_to integer;
