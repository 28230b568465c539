-- A mailbox that its owner disconnects keeps its row, without its access: what was sent and heard by it, how far it was read, its limits and
-- what its provider asked for go on where the same address is connected again. A person has one row for each address, and one that is in use.
select set_config('headwater.scope', 'system', true);

alter table mailboxes drop constraint mailboxes_state_check;
alter table mailboxes add constraint mailboxes_state_check check (state in ('connected', 'broken', 'disconnected'));
alter table mailboxes add column disconnected_at timestamptz;
alter table mailboxes drop constraint mailboxes_user_id_key;
create unique index mailboxes_in_use on mailboxes (user_id) where state <> 'disconnected';
create index mailboxes_user on mailboxes (user_id);

-- What came back belongs to the message that it answers and goes with it; it does not go with the mailbox that heard it.
alter table incoming_messages add column user_id bigint references users (id) on delete set null;
update incoming_messages set user_id = mailboxes.user_id from mailboxes where mailboxes.id = incoming_messages.mailbox_id;
delete from incoming_messages where message_id is null;
alter table incoming_messages alter column message_id set not null;
alter table incoming_messages alter column mailbox_id drop not null;
alter table incoming_messages drop constraint incoming_messages_mailbox_id_fkey;
alter table incoming_messages add constraint incoming_messages_mailbox_id_fkey
  foreign key (mailbox_id) references mailboxes (id) on delete set null;
alter table incoming_messages drop constraint incoming_messages_mailbox_id_incoming_key_key;
-- A letter that is read again is kept once, also where the person reads it by another mailbox.
alter table incoming_messages add constraint incoming_messages_heard_once unique (user_id, incoming_key);

-- Launched again by hand: an answer to what was sent before is not waited for where its mailbox is no longer read.
alter table mailing_recipients add column relaunched_at timestamptz;
