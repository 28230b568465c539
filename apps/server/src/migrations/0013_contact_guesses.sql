-- Contacts of a day that a person compared with closed ones of the common base. Deleted after a day.
create table contact_guesses (
  company_id bigint not null references companies (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  day date not null,
  -- SHA-256 of person, type and key.
  guess bytea not null,
  primary key (user_id, day, guess)
);
call make_tenant_table('contact_guesses');

alter table audit_entries drop constraint audit_entries_kind_check;
alter table audit_entries add constraint audit_entries_kind_check
  check (kind in ('profile_viewed', 'contacts_opened', 'contact_confirmed', 'profile_erased', 'exported', 'message_sent',
  'mailing_launched', 'acting_started', 'acting_ended', 'signed_in', 'sign_in_failed', 'user_created',
  'user_changed', 'user_deleted', 'token_created', 'token_revoked', 'company_created', 'company_changed',
  'settings_changed')) not valid;
alter table audit_entries validate constraint audit_entries_kind_check;

-- How far the keys of contacts and links were computed again after a release changed their rules.
create table identity_key_runs (
  rules integer primary key,
  contacts_done bigint not null default 0,
  links_done bigint not null default 0,
  finished_at timestamptz
);
