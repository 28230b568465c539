-- The inbox is walked from its newest end until a page is full, and asked for what failed and what came back: neither looks at all messages.
-- A case and not coalesce(sent_at, created_at): under row-level security PostgreSQL does not go on in an index from a place that coalesce() names.
create index messages_activity on messages (company_id, (case when sent_at is null then created_at else sent_at end) desc, id desc);
create index messages_failed on messages (company_id) where state in ('error', 'unknown');
create index incoming_messages_activity on incoming_messages (company_id, received_at desc, message_id desc);
