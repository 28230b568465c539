-- One more kind of notice: a SIM card of the messenger that was disconnected.
alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in ('reply', 'job', 'mailbox', 'messenger', 'limit', 'mention'));
alter table notice_settings drop constraint notice_settings_kind_check;
alter table notice_settings add constraint notice_settings_kind_check
  check (kind in ('reply', 'job', 'mailbox', 'messenger', 'limit', 'mention'));
