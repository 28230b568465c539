alter table audit_entries drop constraint audit_entries_kind_check;
alter table audit_entries add constraint audit_entries_kind_check
  check (kind in ('profile_viewed', 'contacts_opened', 'contact_confirmed', 'profile_deleted', 'profile_erased', 'profile_erased_in_ats',
  'exported', 'message_sent', 'mailing_launched', 'acting_started', 'acting_ended', 'signed_in', 'sign_in_failed', 'user_created',
  'user_changed', 'user_deleted', 'token_created', 'token_revoked', 'company_created', 'company_changed',
  'settings_changed', 'shortlist_shared', 'shortlist_unshared', 'candidate_reviewed')) not valid;
alter table audit_entries validate constraint audit_entries_kind_check;

-- The owner is notified of the first of several failures in a row.
alter table saved_queries add column alert_failed boolean not null default false;
