-- ADR 69: a person changes their own address by a link that goes to the new one.
alter table one_time_tokens add column address text;
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('signin_link', 'signin_code', 'activate', 'verify', 'reset', 'address'));
alter table one_time_tokens add constraint one_time_tokens_address_check check ((purpose = 'address') = (address is not null));
