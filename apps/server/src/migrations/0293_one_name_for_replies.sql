-- A reply is called so in the timeline of a message whichever way it came.
update message_events set type = 'replied' where type = 'reply';
