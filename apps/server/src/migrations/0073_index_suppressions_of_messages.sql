-- The timeline of a message tells whether its recipient has unsubscribed by it.
create index suppressions_message on suppressions (message_id) where message_id is not null;
