-- Whose answer becomes due is looked for every minute, over all companies (TG-014).
create index telegram_dialogs_answer_due on telegram_dialogs (answer_due_since) where answer_due_since is not null;
