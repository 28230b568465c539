-- Up to which message of the person somebody has said that nothing has to be answered.
alter table telegram_dialogs add column no_answer_to bigint;
