-- What a candidate has put below a message; 'custom' is an emoji that only Telegram can draw.
alter table telegram_messages add column reactions text[] not null default '{}' check (cardinality(reactions) <= 10);
