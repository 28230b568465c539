-- Message-IDs of the thread that a message to one person goes on, the oldest first: its headers name them (RFC 5322 3.6.4).
alter table messages add column reply_ids text[] not null default '{}';
