-- Mail of a thread that is neither a reply nor a bounce is shown there, without effect.
alter table incoming_messages drop constraint incoming_messages_kind_check;
alter table incoming_messages add constraint incoming_messages_kind_check
  check (kind in ('reply', 'auto_reply', 'bounce', 'complaint', 'other'));
