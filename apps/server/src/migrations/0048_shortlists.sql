-- Candidates that hiring managers review (PPL-003).
create table shortlisted_candidates (
  candidate_id bigint primary key references candidates (id) on delete cascade,
  company_id bigint not null references companies (id),
  added_by bigint references users (id) on delete set null,
  added_at timestamptz not null
);
call make_tenant_table('shortlisted_candidates');

-- Links for reviewers without an account. Only the hash of the token is stored.
create table shortlist_links (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  -- Name of the person for whom the link was created.
  reviewer text not null check (length(reviewer) between 1 and 100),
  token_hash bytea not null unique,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened_count integer not null default 0,
  opened_at timestamptz
);
create index shortlist_links_vacancy on shortlist_links (vacancy_id);
call make_tenant_table('shortlist_links');

-- One current review per candidate and reviewer: a user or the holder of a link.
create table shortlist_reviews (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  candidate_id bigint not null references candidates (id) on delete cascade,
  user_id bigint references users (id) on delete cascade,
  link_id bigint references shortlist_links (id) on delete cascade,
  decision text not null check (decision in ('approved', 'rejected')),
  comment text not null default '' check (length(comment) <= 5000),
  reviewed_at timestamptz not null,
  check (num_nonnulls(user_id, link_id) = 1),
  unique (candidate_id, user_id),
  unique (candidate_id, link_id)
);
call make_tenant_table('shortlist_reviews');

alter table audit_entries drop constraint audit_entries_kind_check;
alter table audit_entries add constraint audit_entries_kind_check
  check (kind in ('profile_viewed', 'contacts_opened', 'contact_confirmed', 'profile_erased', 'profile_erased_in_ats', 'exported',
  'message_sent', 'mailing_launched', 'acting_started', 'acting_ended', 'signed_in', 'sign_in_failed', 'user_created',
  'user_changed', 'user_deleted', 'token_created', 'token_revoked', 'company_created', 'company_changed',
  'settings_changed', 'shortlist_shared', 'shortlist_unshared', 'candidate_reviewed')) not valid;
alter table audit_entries validate constraint audit_entries_kind_check;

create function headwater_audit_shortlist_link() returns trigger language plpgsql as $$
begin
  perform headwater_add_audit_entry(new.company_id, coalesce(new.revoked_at, new.created_at), new.created_by,
    case when new.revoked_at is null then 'shortlist_shared' else 'shortlist_unshared' end, 'vacancy', new.vacancy_id,
    jsonb_build_object('values', jsonb_build_object('reviewer', jsonb_build_array(null, new.reviewer))));
  return null;
end $$;
create trigger shortlist_links_audit after insert or update of revoked_at on shortlist_links for each row
  execute function headwater_audit_shortlist_link();

create function headwater_audit_shortlist_review() returns trigger language plpgsql as $$
declare
  before text := case when tg_op = 'UPDATE' then old.decision end;
begin
  if before = new.decision then
    return null;
  end if;
  perform headwater_add_audit_entry(new.company_id, new.reviewed_at, new.user_id, 'candidate_reviewed', 'profile',
    (select profile_id from candidates where id = new.candidate_id),
    jsonb_build_object('values', jsonb_build_object('decision', jsonb_build_array(before, new.decision))
      || coalesce((select jsonb_build_object('reviewer', jsonb_build_array(null, reviewer)) from shortlist_links where id = new.link_id), '{}')));
  return null;
end $$;
create trigger shortlist_reviews_audit after insert or update on shortlist_reviews for each row
  execute function headwater_audit_shortlist_review();

