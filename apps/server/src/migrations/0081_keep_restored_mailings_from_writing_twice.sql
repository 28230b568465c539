-- Names the messages of a recipient: a restored copy of an installation gives a step the Message-ID that the original gave it, and so finds
-- out in the Sent folder that it has left.
alter table mailing_recipients add column message_key uuid not null default gen_random_uuid();
-- Set when a restored installation is armed: what is due may have left where the copy was taken.
alter table mailing_recipients add column ask_first boolean not null default false;
