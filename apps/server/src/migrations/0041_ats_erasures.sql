-- The company also wants the person erased in the systems that received them.
alter table erasures add column in_ats boolean not null default false;

-- People of erasures in applicant-tracking systems (ADR 110). Without a foreign key to the profile:
-- its links are deleted with it.
create table ats_erasures (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  erasure_id bigint not null references erasures (id) on delete cascade,
  -- Link of the person, which is deleted with the profile.
  link_id bigint not null,
  integration text not null check (length(integration) <= 40),
  account_id text not null check (length(account_id) <= 255),
  -- Deleted after the system erased the person.
  person_id text check (length(person_id) <= 255),
  url text check (length(url) <= 2000),
  -- waiting: will be erased. manual: a user has to do it at the system. failed: tried again each night.
  state text not null check (state in ('waiting', 'erased', 'manual', 'failed')),
  attempts smallint not null default 0,
  -- Key of the catalogue, and the reason of the service.
  failure text check (length(failure) <= 100),
  reason text check (length(reason) <= 1000),
  created_at timestamptz not null,
  finished_at timestamptz
);
create unique index ats_erasures_link on ats_erasures (erasure_id, link_id);
create index ats_erasures_open on ats_erasures (id) where state in ('waiting', 'failed');
create index ats_erasures_company on ats_erasures (company_id);
call make_tenant_table('ats_erasures');

alter table audit_entries drop constraint audit_entries_kind_check;
alter table audit_entries add constraint audit_entries_kind_check
  check (kind in ('profile_viewed', 'contacts_opened', 'contact_confirmed', 'profile_erased', 'profile_erased_in_ats', 'exported',
  'message_sent', 'mailing_launched', 'acting_started', 'acting_ended', 'signed_in', 'sign_in_failed', 'user_created',
  'user_changed', 'user_deleted', 'token_created', 'token_revoked', 'company_created', 'company_changed',
  'settings_changed')) not valid;
alter table audit_entries validate constraint audit_entries_kind_check;

-- The result of each system, and each other result of a later try.
create function headwater_audit_ats_erasure() returns trigger language plpgsql as $$
declare
  erasure record;
begin
  if new.state = 'waiting' or (tg_op = 'UPDATE' and new.state = old.state) then
    return null;
  end if;
  select profile_id, requested_by into erasure from erasures where id = new.erasure_id;
  perform headwater_add_audit_entry(new.company_id, coalesce(new.finished_at, new.created_at), erasure.requested_by,
    'profile_erased_in_ats', 'profile', erasure.profile_id,
    jsonb_build_object('values', jsonb_build_object('system', jsonb_build_array(null, new.integration),
      'erased', jsonb_build_array(false, new.state = 'erased'))));
  return null;
end $$;
create trigger ats_erasures_audit after insert or update on ats_erasures for each row execute function headwater_audit_ats_erasure();
