-- The server knows the channels (domain/outreach/channels.ts), so that a new one needs no migration.
alter table mailing_steps
  drop constraint mailing_steps_channel_check,
  add constraint mailing_steps_channel_check check (channel ~ '^[a-z]{1,20}$');
alter table messages
  drop constraint messages_channel_check,
  add constraint messages_channel_check check (channel ~ '^[a-z]{1,20}$');
