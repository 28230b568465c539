-- Facts of statistics (ADR 102): written by triggers in the transaction of the change, never changed, without names and contacts.
-- They outlive profiles, candidates, vacancies, templates and messages. A fact counts in the month of `at`, which is the
-- date of its metric; a row with n = -1 takes back a fact of the same source.
create table statistics_search_facts (
  company_id bigint not null,
  at timestamptz not null,
  happened_at timestamptz not null,
  kind text not null check (kind in ('query', 'view', 'first_view', 'opening', 'saved', 'saved_empty')),
  n smallint not null default 1 check (n in (1, -1)),
  source_id bigint not null,
  user_id bigint,
  vacancy_id bigint,
  profile_id bigint,
  found integer
) partition by range (at);

create table statistics_pipeline_facts (
  company_id bigint not null,
  at timestamptz not null,
  happened_at timestamptz not null,
  kind text not null check (kind in ('added', 'move', 'accidental', 'removed')),
  n smallint not null default 1 check (n in (1, -1)),
  source_id bigint not null,
  user_id bigint,
  vacancy_id bigint,
  profile_id bigint,
  candidate_id bigint not null,
  -- Ids and names at that time.
  from_status_id bigint,
  from_status text,
  to_status_id bigint,
  to_status text,
  -- Time in the former status.
  seconds bigint
) partition by range (at);

create table statistics_message_facts (
  company_id bigint not null,
  at timestamptz not null,
  happened_at timestamptz not null,
  kind text not null
    check (kind in ('sent', 'first_sent', 'opened', 'machine_opened', 'replied', 'bounced', 'error', 'unsubscribed')),
  n smallint not null default 1 check (n in (1, -1)),
  source_id bigint not null,
  user_id bigint,
  vacancy_id bigint,
  profile_id bigint,
  template_id bigint,
  mailing_id bigint not null,
  step integer not null,
  variant text,
  mailbox_id bigint
) partition by range (at);

-- Facts of months without a partition. The periodic task moves them.
create table statistics_search_facts_rest partition of statistics_search_facts default;
create table statistics_pipeline_facts_rest partition of statistics_pipeline_facts default;
create table statistics_message_facts_rest partition of statistics_message_facts default;
create unique index statistics_search_facts_once on statistics_search_facts (company_id, kind, at, source_id, happened_at, n);
create unique index statistics_pipeline_facts_once on statistics_pipeline_facts (company_id, kind, at, source_id, happened_at, n);
create unique index statistics_message_facts_once on statistics_message_facts (company_id, kind, at, source_id, happened_at, n);
-- Numbers of one user, whose company may be large.
create index statistics_search_facts_user on statistics_search_facts (company_id, user_id, at);
create index statistics_pipeline_facts_user on statistics_pipeline_facts (company_id, user_id, at);
create index statistics_message_facts_user on statistics_message_facts (company_id, user_id, at);
call make_tenant_table('statistics_search_facts');
call make_tenant_table('statistics_pipeline_facts');
call make_tenant_table('statistics_message_facts');
call make_tenant_table('statistics_search_facts_rest');
call make_tenant_table('statistics_pipeline_facts_rest');
call make_tenant_table('statistics_message_facts_rest');
revoke update, delete, truncate on statistics_search_facts, statistics_pipeline_facts, statistics_message_facts from headwater_app;
revoke all on statistics_search_facts_rest, statistics_pipeline_facts_rest, statistics_message_facts_rest from headwater_app;

-- Creates the partitions of the next months and of the months of the rest. Returns their number.
create function headwater_add_statistics_months() returns integer language plpgsql security definer
  set search_path = pg_catalog, public as $$
declare
  parent text;
  month date;
  part text;
  added integer := 0;
begin
  foreach parent in array array['statistics_search_facts', 'statistics_pipeline_facts', 'statistics_message_facts'] loop
    execute format('lock table %I in share row exclusive mode', parent);
    for month in execute format(
      'select distinct date_trunc(''month'', at at time zone ''UTC'')::date from %I
       union select (date_trunc(''month'', now() at time zone ''UTC'') + ahead * interval ''1 month'')::date from generate_series(0, 2) as ahead',
      parent || '_rest')
    loop
      part := parent || '_' || to_char(month, 'YYYYMM');
      continue when to_regclass('public.' || part) is not null;
      execute format('create table public.%I (like public.%I including defaults including constraints)', part, parent);
      execute format('with moved as (delete from %I where at >= %L and at < %L returning *) insert into %I select * from moved',
        parent || '_rest', month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00', part);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        parent, part, month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00');
      execute format('call make_tenant_table(%L)', part);
      execute format('revoke all on %I from headwater_app', part);
      added := added + 1;
    end loop;
  end loop;
  return added;
end $$;
revoke all on function headwater_add_statistics_months from public;
grant execute on function headwater_add_statistics_months to headwater_app;

-- Sums of facts by quarter of an hour, so that every time zone is exact, and by day in UTC for the inside of long periods.
-- 0 stands for no user, vacancy, template or status.
create table statistics_slots (
  company_id bigint not null,
  kind text not null,
  at timestamptz not null,
  user_id bigint not null,
  vacancy_id bigint not null,
  template_id bigint not null,
  status_id bigint not null,
  n integer not null,
  primary key (company_id, kind, at, user_id, vacancy_id, template_id, status_id) include (n)
);
call make_tenant_table('statistics_slots');
create table statistics_days (
  company_id bigint not null,
  kind text not null,
  at timestamptz not null,
  user_id bigint not null,
  vacancy_id bigint not null,
  template_id bigint not null,
  status_id bigint not null,
  n integer not null,
  primary key (company_id, kind, at, user_id, vacancy_id, template_id, status_id) include (n)
);
call make_tenant_table('statistics_days');
-- Facts that are not in the sums yet. Reading adds them, so that a number is never late.
create table statistics_pending (
  company_id bigint not null,
  kind text not null,
  at timestamptz not null,
  user_id bigint not null,
  vacancy_id bigint not null,
  template_id bigint not null,
  status_id bigint not null,
  n integer not null
);
create index statistics_pending_company on statistics_pending (company_id, kind, at);
call make_tenant_table('statistics_pending');

create function headwater_queue_search_facts() returns trigger language plpgsql as $$
begin
  insert into statistics_pending (company_id, kind, at, user_id, vacancy_id, template_id, status_id, n)
    select company_id, kind, date_bin('15 minutes', at, '2000-01-01 00:00:00+00'), coalesce(user_id, 0), coalesce(vacancy_id, 0), 0, 0, sum(n)
    from written group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger statistics_search_facts_queue after insert on statistics_search_facts
  referencing new table as written for each statement execute function headwater_queue_search_facts();
create function headwater_queue_pipeline_facts() returns trigger language plpgsql as $$
begin
  insert into statistics_pending (company_id, kind, at, user_id, vacancy_id, template_id, status_id, n)
    select company_id, kind, date_bin('15 minutes', at, '2000-01-01 00:00:00+00'), coalesce(user_id, 0), coalesce(vacancy_id, 0), 0,
      coalesce(to_status_id, 0), sum(n)
    from written group by 1, 2, 3, 4, 5, 7;
  return null;
end $$;
create trigger statistics_pipeline_facts_queue after insert on statistics_pipeline_facts
  referencing new table as written for each statement execute function headwater_queue_pipeline_facts();
create function headwater_queue_message_facts() returns trigger language plpgsql as $$
begin
  insert into statistics_pending (company_id, kind, at, user_id, vacancy_id, template_id, status_id, n)
    select company_id, kind, date_bin('15 minutes', at, '2000-01-01 00:00:00+00'), coalesce(user_id, 0), coalesce(vacancy_id, 0),
      coalesce(template_id, 0), 0, sum(n)
    from written group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;
create trigger statistics_message_facts_queue after insert on statistics_message_facts
  referencing new table as written for each statement execute function headwater_queue_message_facts();

-- Last known names, which outlive the rows.
create table statistics_names (
  company_id bigint not null,
  kind text not null check (kind in ('vacancy', 'template', 'status')),
  id bigint not null,
  name text not null,
  -- Of a deleted vacancy or template that was private: its name stays closed.
  is_private boolean not null,
  primary key (company_id, kind, id)
);
call make_tenant_table('statistics_names');
create function headwater_keep_name() returns trigger language plpgsql as $$
begin
  insert into statistics_names (company_id, kind, id, name, is_private)
    values (new.company_id, tg_argv[0], new.id, new.name, coalesce(to_jsonb(new) ->> 'access_type' = 'private', false))
    on conflict (company_id, kind, id) do update set name = excluded.name, is_private = excluded.is_private;
  return null;
end $$;
create trigger vacancies_name after insert or update of name, access_type on vacancies for each row execute function headwater_keep_name('vacancy');
create trigger mailing_templates_name after insert or update of name, access_type on mailing_templates
  for each row execute function headwater_keep_name('template');
create trigger candidate_statuses_name after insert or update of name on candidate_statuses
  for each row execute function headwater_keep_name('status');
insert into statistics_names (company_id, kind, id, name, is_private)
  select company_id, 'vacancy', id, name, access_type = 'private' from vacancies
  union all select company_id, 'template', id, name, access_type = 'private' from mailing_templates
  union all select company_id, 'status', id, name, false from candidate_statuses;

-- Template with the text of a step. A changed text belongs to no template.
alter table mailing_steps add column template_id bigint;
create function headwater_find_template(company bigint, subject_text text, body_text text) returns bigint language sql stable as $$
  select id from mailing_templates where company_id = company and subject = subject_text and body = body_text and body_text <> ''
  order by deleted_at is not null, id limit 1 $$;
create function headwater_set_step_template() returns trigger language plpgsql as $$
begin
  new.template_id := coalesce(headwater_find_template(new.company_id, new.subject, new.body),
    case when tg_op = 'UPDATE' and (new.subject, new.body) = (old.subject, old.body) then old.template_id end);
  return new;
end $$;
create trigger mailing_steps_template before insert or update of subject, body on mailing_steps
  for each row execute function headwater_set_step_template();
update mailing_steps set template_id = headwater_find_template(company_id, subject, body);

-- Candidacies: a candidate of a vacancy from the day of adding. Outlives the candidate.
create table statistics_candidacies (
  candidate_id bigint not null,
  added_at timestamptz not null,
  company_id bigint not null,
  user_id bigint,
  vacancy_id bigint,
  profile_id bigint,
  source text not null check (source in ('search', 'copied', 'moved', 'other')),
  status_id bigint not null,
  since timestamptz not null,
  -- Statuses in the order of their first entry, without accidental ones.
  reached bigint[] not null,
  -- Null while the candidate is in the vacancy.
  removed_at timestamptz,
  -- Latest move, to recognize its reversal.
  move_id bigint,
  moved_by bigint,
  former_status_id bigint,
  former_since timestamptz,
  move_reached boolean,
  primary key (candidate_id, added_at)
);
create index statistics_candidacies_added on statistics_candidacies (company_id, added_at);
create index statistics_candidacies_open on statistics_candidacies (company_id, since) where removed_at is null;
call make_tenant_table('statistics_candidacies');
create sequence statistics_moves;

create function headwater_name_status(status bigint) returns text language sql stable as $$
  select name from candidate_statuses where id = status $$;

-- Applies the state of a candidate to its candidacy and writes the facts of the difference. A move that is reversed
-- within five minutes is accidental: it is counted apart, and so is its reversal.
create function headwater_count_candidacy(
  candidate candidates, is_present boolean, status bigint, vacancy bigint, moment timestamptz, person bigint, origin text, added timestamptz
) returns void language plpgsql as $$
declare
  known statistics_candidacies;
  move bigint;
begin
  select * into known from statistics_candidacies where candidate_id = candidate.id order by added_at desc limit 1 for update;
  if is_present and (known.candidate_id is null or (known.removed_at is not null and added > known.added_at)) then
    insert into statistics_candidacies (candidate_id, added_at, company_id, user_id, vacancy_id, profile_id, source, status_id, since, reached)
      values (candidate.id, added, candidate.company_id, person, vacancy, candidate.profile_id, origin, status, added, array[status]);
    insert into statistics_pipeline_facts
      (company_id, at, happened_at, kind, source_id, user_id, vacancy_id, profile_id, candidate_id, to_status_id, to_status)
      values (candidate.company_id, added, added, 'added', candidate.id, person, vacancy, candidate.profile_id, candidate.id, status,
        headwater_name_status(status))
      on conflict do nothing;
    return;
  end if;
  if known.candidate_id is null then
    return;
  end if;
  if is_present and known.removed_at is not null then
    insert into statistics_pipeline_facts
      (company_id, at, happened_at, kind, n, source_id, user_id, vacancy_id, profile_id, candidate_id, to_status_id)
      select company_id, at, happened_at, kind, -1, source_id, user_id, vacancy_id, profile_id, candidate_id, to_status_id
      from statistics_pipeline_facts where company_id = known.company_id and kind = 'removed' and at = known.removed_at
        and source_id = known.candidate_id and n = 1
      on conflict do nothing;
    known.removed_at := null;
  elsif not is_present then
    if known.removed_at is null then
      insert into statistics_pipeline_facts
        (company_id, at, happened_at, kind, source_id, user_id, vacancy_id, profile_id, candidate_id, from_status_id, from_status, seconds)
        values (known.company_id, moment, moment, 'removed', known.candidate_id, person, known.vacancy_id, known.profile_id, known.candidate_id,
          known.status_id, headwater_name_status(known.status_id), greatest(0, extract(epoch from moment - known.since)))
        on conflict do nothing;
      update statistics_candidacies set removed_at = moment where candidate_id = known.candidate_id and added_at = known.added_at;
    end if;
    return;
  end if;
  if status <> known.status_id then
    if status = known.former_status_id and moment >= known.since and moment < known.since + interval '5 minutes' then
      insert into statistics_pipeline_facts
        (company_id, at, happened_at, kind, source_id, user_id, vacancy_id, profile_id, candidate_id, from_status_id, from_status, to_status_id, to_status)
        values (known.company_id, known.since, moment, 'accidental', known.move_id, known.moved_by, known.vacancy_id, known.profile_id,
          known.candidate_id, status, headwater_name_status(status), known.status_id, headwater_name_status(known.status_id));
      if known.move_reached then
        known.reached := array_remove(known.reached, known.status_id);
      end if;
      known.since := known.former_since;
      known.former_status_id := null;
    else
      move := nextval('statistics_moves');
      insert into statistics_pipeline_facts (company_id, at, happened_at, kind, source_id, user_id, vacancy_id, profile_id, candidate_id,
          from_status_id, from_status, to_status_id, to_status, seconds)
        values (known.company_id, moment, moment, 'move', move, person, vacancy, known.profile_id, known.candidate_id, known.status_id,
          headwater_name_status(known.status_id), status, headwater_name_status(status), greatest(0, extract(epoch from moment - known.since)));
      known.former_status_id := known.status_id;
      known.former_since := known.since;
      known.move_id := move;
      known.moved_by := person;
      known.move_reached := not status = any(known.reached);
      if known.move_reached then
        known.reached := known.reached || status;
      end if;
      known.since := moment;
    end if;
  end if;
  -- The vacancy of a move in progress stays that of its facts.
  update statistics_candidacies set status_id = status, vacancy_id = vacancy, since = known.since, reached = known.reached,
      removed_at = known.removed_at, move_id = known.move_id, moved_by = known.moved_by, former_status_id = known.former_status_id,
      former_since = known.former_since, move_reached = known.move_reached
    where candidate_id = known.candidate_id and added_at = known.added_at;
end $$;

-- Repeats the history of a candidate of an earlier release, up to an entry or (null) to its present state.
create function headwater_fill_candidacy(candidate candidates, up_to bigint) returns void language plpgsql as $$
declare
  entry record;
  status bigint;
  vacancy bigint;
  is_first boolean := true;
begin
  for entry in select history.*, (select later.from_status_id from candidate_history as later
      where later.candidate_id = candidate.id and later.id > history.id and later.action = 'status' order by later.id limit 1) as next_status
    from candidate_history as history where history.candidate_id = candidate.id and (up_to is null or history.id <= up_to) order by history.id
  loop
    status := coalesce(entry.to_status_id, case when is_first then entry.next_status end, case when is_first then candidate.status_id end, status);
    vacancy := coalesce(entry.to_vacancy_id, vacancy, entry.from_vacancy_id, candidate.vacancy_id);
    perform headwater_count_candidacy(candidate, entry.action <> 'removed', status, vacancy, entry.at, entry.user_id,
      case when candidate.search_query is not null then 'search' when entry.action in ('copied', 'moved') then entry.action else 'other' end,
      case when is_first or entry.action in ('added', 'copied') or entry.from_candidate_id is not null then entry.at else '-infinity' end);
    is_first := false;
  end loop;
  if is_first then
    perform headwater_count_candidacy(candidate, true, candidate.status_id, candidate.vacancy_id, candidate.created_at, candidate.created_by,
      case when candidate.search_query is not null then 'search' else 'other' end, candidate.created_at);
  end if;
  if up_to is null and candidate.deleted_at is not null then
    perform headwater_count_candidacy(candidate, false, candidate.status_id, candidate.vacancy_id, candidate.deleted_at, null, 'other',
      candidate.created_at);
  end if;
end $$;

create function headwater_count_history() returns trigger language plpgsql as $$
declare
  candidate candidates;
begin
  select * into candidate from candidates where id = new.candidate_id;
  if candidate.id is null then
    return null;
  end if;
  if not exists (select from statistics_candidacies where candidate_id = candidate.id) then
    perform headwater_fill_candidacy(candidate, new.id - 1) where exists (
      select from candidate_history where candidate_id = candidate.id and id < new.id);
  end if;
  perform headwater_count_candidacy(candidate, candidate.deleted_at is null, candidate.status_id, candidate.vacancy_id, new.at, new.user_id,
    case when candidate.search_query is not null then 'search' when new.action in ('copied', 'moved') then new.action else 'other' end,
    candidate.created_at);
  return null;
end $$;
create trigger candidate_history_statistics after insert on candidate_history for each row execute function headwater_count_history();

-- Removals without an entry of the history: sources of a move, merged and erased candidates. Deferred, so that an entry comes first.
create function headwater_count_removal() returns trigger language plpgsql as $$
begin
  if exists (select from statistics_candidacies where candidate_id = old.id) then
    perform headwater_count_candidacy(old, false, old.status_id, old.vacancy_id, case when tg_op = 'UPDATE' then new.deleted_at else now() end,
      headwater_acting(1)::bigint, 'other', old.created_at)
    where not exists (select from candidates where id = old.id and deleted_at is null);
  end if;
  return null;
end $$;
create constraint trigger candidates_removed_statistics after update of deleted_at on candidates deferrable initially deferred
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function headwater_count_removal();
create constraint trigger candidates_deleted_statistics after delete on candidates deferrable initially deferred
  for each row when (old.deleted_at is null) execute function headwater_count_removal();

-- Facts of a message from its row: those that are missing are added, those that no longer hold are taken back.
create function headwater_count_message(message messages) returns void language plpgsql as $$
declare
  sent_on timestamptz := coalesce(message.first_sent_at, message.sent_at);
  is_bounced boolean := message.state = 'error' and message.bounced_at is not null;
  has_left boolean := sent_on is not null and (message.state = 'sent' or is_bounced);
  recipient record;
  fact statistics_message_facts;
  wanted record;
begin
  select r.mailing_id, r.profile_id, m.folder_id, coalesce(message.created_by, m.created_by) as user_id,
      (select s.template_id from mailing_steps as s where s.mailing_id = r.mailing_id and s.number = message.step) as template_id
    into recipient from mailing_recipients as r join mailings as m on m.id = r.mailing_id where r.id = message.recipient_id;
  if recipient.mailing_id is null then
    return;
  end if;
  if message.state in ('error', 'unknown') and not is_bounced then
    insert into statistics_message_facts (company_id, at, happened_at, kind, source_id, user_id, vacancy_id, profile_id, template_id, mailing_id,
        step, variant, mailbox_id)
      values (message.company_id, message.status_changed_at, message.status_changed_at, 'error', message.id, recipient.user_id, recipient.folder_id,
        recipient.profile_id, recipient.template_id, recipient.mailing_id, message.step, message.variant, message.mailbox_id)
      on conflict do nothing;
  end if;
  if not has_left then
    return;
  end if;
  -- Vacancy and template of the moment of sending hold for everything that follows.
  select * into fact from statistics_message_facts
    where company_id = message.company_id and kind = 'sent' and at = sent_on and source_id = message.id limit 1;
  if fact.source_id is null then
    insert into statistics_message_facts (company_id, at, happened_at, kind, source_id, user_id, vacancy_id, profile_id, template_id, mailing_id,
        step, variant, mailbox_id)
      values (message.company_id, sent_on, sent_on, 'sent', message.id, recipient.user_id, recipient.folder_id, recipient.profile_id,
        recipient.template_id, recipient.mailing_id, message.step, message.variant, message.mailbox_id)
      on conflict do nothing returning * into fact;
    if not exists (select from mailing_recipients as r join messages as m on m.recipient_id = r.id
      where r.profile_id = recipient.profile_id and r.company_id = message.company_id and m.id <> message.id
        and (m.state = 'sent' or m.bounced_at is not null) and (coalesce(m.first_sent_at, m.sent_at), m.id) < (sent_on, message.id)) then
      fact.kind := 'first_sent';
      insert into statistics_message_facts values (fact.*) on conflict do nothing;
    end if;
  end if;
  for wanted in
    select target.kind, target.is_true, target.moment,
      coalesce((select sum(f.n) from statistics_message_facts as f where f.company_id = message.company_id and f.kind = target.kind
        and f.at = sent_on and f.source_id = message.id), 0) as now_n,
      (select max(f.happened_at) from statistics_message_facts as f where f.company_id = message.company_id and f.kind = target.kind
        and f.at = sent_on and f.source_id = message.id) as noted_at
    from (values
      ('opened', message.replied_at is not null or message.opened_at is not null, coalesce(message.opened_at, message.replied_at)),
      ('replied', message.replied_at is not null, message.replied_at),
      ('bounced', is_bounced, message.bounced_at)) as target (kind, is_true, moment)
  loop
    continue when wanted.is_true = (wanted.now_n > 0);
    fact.kind := wanted.kind;
    fact.n := case when wanted.is_true then 1 else -1 end;
    fact.happened_at := case when wanted.is_true then wanted.moment else wanted.noted_at end;
    insert into statistics_message_facts values (fact.*) on conflict do nothing;
  end loop;
end $$;

create function headwater_count_changed_message() returns trigger language plpgsql as $$
begin
  perform headwater_count_message(new);
  return null;
end $$;
create trigger messages_added_statistics after insert on messages for each row
  when (new.recipient_id is not null and new.state in ('sent', 'error', 'unknown')) execute function headwater_count_changed_message();
create trigger messages_statistics after update on messages for each row
  when (new.recipient_id is not null and new.state in ('sent', 'error', 'unknown')
    and (old.state, old.opened_at, old.replied_at, old.bounced_at) is distinct from (new.state, new.opened_at, new.replied_at, new.bounced_at))
  execute function headwater_count_changed_message();

-- Once for each message: its first opening by a machine, or its unsubscription.
create function headwater_count_effect(message bigint, what text) returns void language sql as $$
  insert into statistics_message_facts (company_id, at, happened_at, kind, source_id, user_id, vacancy_id, profile_id, template_id, mailing_id,
      step, variant, mailbox_id)
    select f.company_id, f.at, f.at, what, f.source_id, f.user_id, f.vacancy_id, f.profile_id, f.template_id, f.mailing_id, f.step, f.variant,
      f.mailbox_id
    from messages as m join statistics_message_facts as f on f.company_id = m.company_id and f.kind = 'sent' and f.source_id = m.id
      and f.at = coalesce(m.first_sent_at, m.sent_at)
    where m.id = message
    on conflict do nothing $$;
create function headwater_count_machine() returns trigger language plpgsql as $$
begin
  perform headwater_count_effect(new.message_id, 'machine_opened');
  return null;
end $$;
create trigger tracking_events_statistics after insert or update of machine on tracking_events for each row
  when (new.kind = 'open' and new.machine is not null) execute function headwater_count_machine();
create function headwater_count_unsubscription() returns trigger language plpgsql as $$
begin
  perform headwater_count_effect(new.message_id, 'unsubscribed');
  return null;
end $$;
create trigger suppressions_statistics after insert on suppressions for each row
  when (new.reason = 'unsubscribed' and new.message_id is not null) execute function headwater_count_unsubscription();

create function headwater_count_view(shown profile_views) returns void language sql as $$
  insert into statistics_search_facts (company_id, at, happened_at, kind, source_id, user_id, profile_id)
    select shown.company_id, shown.viewed_at, shown.viewed_at, kind, shown.id, shown.user_id, shown.profile_id
    from unnest(array['view', 'first_view']) as kind
    where kind = 'view' or not exists (select from profile_views as earlier
      where earlier.profile_id = shown.profile_id and earlier.company_id = shown.company_id and earlier.id < shown.id)
    on conflict do nothing $$;
create function headwater_count_opening(opened contact_openings) returns void language sql as $$
  insert into statistics_search_facts (company_id, at, happened_at, kind, source_id, user_id, profile_id)
    values (opened.company_id, opened.opened_at, opened.opened_at, 'opening', opened.id, opened.user_id, opened.profile_id)
    on conflict do nothing $$;
create function headwater_count_search(shown search_history) returns void language sql as $$
  insert into statistics_search_facts (company_id, at, happened_at, kind, source_id, user_id, vacancy_id, found)
    values (shown.company_id, shown.shown_at, shown.shown_at, 'query', shown.query_id, shown.user_id, shown.folder_id, shown.found)
    on conflict do nothing $$;
create function headwater_count_saved(opened saved_queries) returns void language sql as $$
  insert into statistics_search_facts (company_id, at, happened_at, kind, source_id, user_id, found)
    select opened.company_id, opened.opened_at, opened.opened_at, kind, opened.id, opened.user_id, opened.found
    from unnest(array['saved', 'saved_empty']) as kind where kind = 'saved' or opened.found = 0
    on conflict do nothing $$;
create function headwater_count_searching() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'profile_views' then perform headwater_count_view(new);
    when 'contact_openings' then perform headwater_count_opening(new);
    when 'search_history' then perform headwater_count_search(new);
    else perform headwater_count_saved(new);
  end case;
  return null;
end $$;
create trigger profile_views_statistics after insert on profile_views for each row execute function headwater_count_searching();
create trigger contact_openings_statistics after insert on contact_openings for each row execute function headwater_count_searching();
create trigger search_history_statistics after insert or update of shown_at on search_history for each row
  execute function headwater_count_searching();
create trigger saved_queries_statistics after insert or update of opened_at on saved_queries for each row
  execute function headwater_count_searching();

-- Rows of earlier releases up to last_id, which the periodic task reads in order.
create table statistics_fill (
  source text primary key,
  next_id bigint not null,
  last_id bigint not null
);
insert into statistics_fill (source, next_id, last_id) select source, 1, coalesce(last_id, 0) from (values
  ('profile_views', (select max(id) from profile_views)), ('contact_openings', (select max(id) from contact_openings)),
  ('search_history', (select max(query_id) from search_history)), ('saved_queries', (select max(id) from saved_queries)),
  ('candidates', (select max(id) from candidates)), ('messages', (select max(id) from messages))) as source (source, last_id);

-- Null user_id: for the company.
create table statistics_settings (
  company_id bigint not null references companies (id),
  user_id bigint references users (id) on delete cascade,
  section text not null check (section in ('search', 'pipeline', 'messaging')),
  settings jsonb not null,
  unique nulls not distinct (company_id, user_id, section)
);
create index statistics_settings_user on statistics_settings (user_id);
call make_tenant_table('statistics_settings');

-- Groups that staff left out of the statistics of a company (ROLE-071).
create table statistics_left_out_groups (
  company_id bigint not null references companies (id),
  group_id bigint not null references user_groups (id) on delete cascade,
  primary key (company_id, group_id)
);
create index statistics_left_out_groups_group on statistics_left_out_groups (group_id);
call make_tenant_table('statistics_left_out_groups');

-- Saved views. shown_company_id: the company whose numbers it shows, another one for staff.
create table statistics_views (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  shown_company_id bigint not null references companies (id),
  name text not null check (length(name) between 1 and 100),
  section text not null check (section in ('search', 'pipeline', 'messaging')),
  query jsonb not null,
  is_shared boolean not null,
  is_pinned boolean not null,
  is_weekly boolean not null,
  -- Monday of the latest week that was sent.
  sent_week date,
  created_at timestamptz not null
);
create unique index statistics_views_name on statistics_views (user_id, lower(name));
create index statistics_views_company on statistics_views (company_id, id);
create index statistics_views_weekly on statistics_views (id) where is_weekly;
call make_tenant_table('statistics_views');

create table statistics_alerts (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  shown_company_id bigint not null references companies (id),
  metric text not null check (length(metric) between 1 and 60),
  scope text not null check (scope in ('own', 'company')),
  days integer not null check (days between 1 and 90),
  direction text not null check (direction in ('above', 'below')),
  bound double precision not null,
  by_email boolean not null,
  last_value double precision,
  -- Set while the number is past the bound.
  raised_at timestamptz,
  -- Day that was checked last, in the time zone of the company.
  checked_on date,
  created_at timestamptz not null
);
create index statistics_alerts_user on statistics_alerts (user_id, id);
call make_tenant_table('statistics_alerts');

alter table audit_entries drop constraint audit_entries_target_kind_check,
  add constraint audit_entries_target_kind_check check (target_kind in ('profile', 'user', 'company', 'mailing', 'vacancy', 'sequence',
    'search', 'enrichment', 'audit', 'settings', 'statistics'));
alter table notices drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('reply', 'job', 'mailbox', 'messenger', 'limit', 'mention', 'statistics'));
alter table notice_settings drop constraint notice_settings_kind_check,
  add constraint notice_settings_kind_check check (kind in ('reply', 'job', 'mailbox', 'messenger', 'limit', 'mention', 'statistics'));
