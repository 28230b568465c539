-- Profiles of one person that a company has merged: the absorbed one is hidden for it (profile_overlays), and what hung on it hangs on the survivor.
create table profile_merges (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  survivor_id bigint not null references profiles (id) on delete cascade,
  absorbed_id bigint not null references profiles (id) on delete cascade,
  -- Where the address of the absorbed one leads now: to the survivor, or to whom that one was merged into later.
  leads_to bigint not null references profiles (id) on delete cascade,
  -- The values that were chosen.
  fragment_id bigint references profile_fragments (id) on delete set null,
  -- What each part of the product has moved, as it wrote it itself, to be given back.
  moved jsonb not null default '[]',
  merged_by bigint references users (id) on delete set null,
  merged_at timestamptz not null,
  detached_at timestamptz,
  check (survivor_id <> absorbed_id and leads_to <> absorbed_id)
);
create unique index profile_merges_once on profile_merges (company_id, absorbed_id) where detached_at is null;
create index profile_merges_absorbed on profile_merges (absorbed_id);
create index profile_merges_survivor on profile_merges (survivor_id);
create index profile_merges_leads_to on profile_merges (leads_to, company_id) where detached_at is null;
create index profile_merges_fragment on profile_merges (fragment_id) where fragment_id is not null;
call make_tenant_table('profile_merges');

-- Contacts as the company in scope sees them: those of absorbed profiles also stand at the survivor. `stored_at` is the profile that has the contact,
-- by which opening it is paid.
create view seen_contacts with (security_invoker = true) as
  select id, profile_id, profile_id as stored_at, company_id, type, value, normalized, kind, source, is_active, is_valid, checked_at, fragment_id,
    created_by, created_at
  from profile_contacts
  union all
  select c.id, m.leads_to, c.profile_id, c.company_id, c.type, c.value, c.normalized, c.kind, c.source, c.is_active, c.is_valid, c.checked_at,
    c.fragment_id, c.created_by, c.created_at
  from profile_merges m join profile_contacts c on c.profile_id = m.absorbed_id
  where m.company_id = headwater_company() and m.detached_at is null;

-- Of two recipients of one mailing who turn out to be one person, one goes on; the other one keeps what was sent to it and points to the first.
alter table mailing_recipients add column merged_into bigint references mailing_recipients (id) on delete set null;
alter table mailing_recipients drop constraint mailing_recipients_mailing_id_profile_id_key;
create unique index mailing_recipients_once on mailing_recipients (mailing_id, profile_id) where merged_into is null;
create index mailing_recipients_merged on mailing_recipients (merged_into) where merged_into is not null;
