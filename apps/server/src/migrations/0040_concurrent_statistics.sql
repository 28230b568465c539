-- fill_statistics and a user may count the same candidate of an earlier release at the same time: the second one waits for
-- the first one and continues from its candidacy.

-- Adds a candidacy and its fact. False: another transaction added it.
create function headwater_add_candidacy(
  candidate candidates, status bigint, vacancy bigint, person bigint, origin text, added timestamptz
) returns boolean language plpgsql as $$
begin
  insert into statistics_candidacies (candidate_id, added_at, company_id, user_id, vacancy_id, profile_id, source, status_id, since, reached)
    values (candidate.id, added, candidate.company_id, person, vacancy, candidate.profile_id, origin, status, added, array[status])
    on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into statistics_pipeline_facts
    (company_id, at, happened_at, kind, source_id, user_id, vacancy_id, profile_id, candidate_id, to_status_id, to_status)
    values (candidate.company_id, added, added, 'added', candidate.id, person, vacancy, candidate.profile_id, candidate.id, status,
      headwater_name_status(status))
    on conflict do nothing;
  return true;
end $$;

-- Changed: reads the candidacy again if another transaction added it.
create or replace function headwater_count_candidacy(
  candidate candidates, is_present boolean, status bigint, vacancy bigint, moment timestamptz, person bigint, origin text, added timestamptz
) returns void language plpgsql as $$
declare
  known statistics_candidacies;
  move bigint;
begin
  select * into known from statistics_candidacies where candidate_id = candidate.id order by added_at desc limit 1 for update;
  if is_present and (known.candidate_id is null or (known.removed_at is not null and added > known.added_at)) then
    if headwater_add_candidacy(candidate, status, vacancy, person, origin, added) then
      return;
    end if;
    select * into known from statistics_candidacies where candidate_id = candidate.id order by added_at desc limit 1 for update;
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

-- Changed: stops if another transaction added the candidacy. The history of that candidate is in it.
create or replace function headwater_fill_candidacy(candidate candidates, up_to bigint) returns void language plpgsql as $$
declare
  entry record;
  status bigint;
  vacancy bigint;
  origin text;
  is_first boolean := true;
begin
  if exists (select from statistics_candidacies where candidate_id = candidate.id) then
    return;
  end if;
  for entry in select history.*, (select later.from_status_id from candidate_history as later
      where later.candidate_id = candidate.id and later.id > history.id and later.action = 'status' order by later.id limit 1) as next_status
    from candidate_history as history where history.candidate_id = candidate.id and (up_to is null or history.id <= up_to) order by history.id
  loop
    status := coalesce(entry.to_status_id, case when is_first then entry.next_status end, case when is_first then candidate.status_id end, status);
    vacancy := coalesce(entry.to_vacancy_id, vacancy, entry.from_vacancy_id, candidate.vacancy_id);
    origin := case when candidate.search_query is not null then 'search' when entry.action in ('copied', 'moved') then entry.action else 'other' end;
    if is_first and entry.action <> 'removed' then
      if not headwater_add_candidacy(candidate, status, vacancy, entry.user_id, origin, entry.at) then
        return;
      end if;
    else
      perform headwater_count_candidacy(candidate, entry.action <> 'removed', status, vacancy, entry.at, entry.user_id, origin,
        case when is_first or entry.action in ('added', 'copied') or entry.from_candidate_id is not null then entry.at else '-infinity' end);
    end if;
    is_first := false;
  end loop;
  if is_first and not headwater_add_candidacy(candidate, candidate.status_id, candidate.vacancy_id, candidate.created_by,
      case when candidate.search_query is not null then 'search' else 'other' end, candidate.created_at) then
    return;
  end if;
  if up_to is null and candidate.deleted_at is not null then
    perform headwater_count_candidacy(candidate, false, candidate.status_id, candidate.vacancy_id, candidate.deleted_at, null, 'other',
      candidate.created_at);
  end if;
end $$;

-- Changed: one table in each transaction, and no lock where nothing is missing. A user's transaction may hold one of the
-- tables and wait for another one. Returns the number of partitions that it created; 0: none is missing.
create or replace function headwater_add_statistics_months() returns integer language plpgsql security definer
  set search_path = pg_catalog, public as $$
declare
  parent text;
  missing text := 'select month from (
      select distinct date_trunc(''month'', at at time zone ''UTC'')::date from %I
      union select (date_trunc(''month'', now() at time zone ''UTC'') + ahead * interval ''1 month'')::date from generate_series(0, 2) as ahead
    ) as wanted (month) where to_regclass(''public.%s_'' || to_char(month, ''YYYYMM'')) is null';
  month date;
  part text;
  added integer := 0;
begin
  foreach parent in array array['statistics_search_facts', 'statistics_pipeline_facts', 'statistics_message_facts'] loop
    execute format(missing, parent || '_rest', parent) into month;
    continue when month is null;
    -- The mode of attaching a partition: a stronger lock later could deadlock with a reader that goes on to write.
    execute format('lock table %I in access exclusive mode', parent);
    for month in execute format(missing, parent || '_rest', parent) loop
      part := parent || '_' || to_char(month, 'YYYYMM');
      execute format('create table public.%I (like public.%I including defaults including constraints)', part, parent);
      execute format('with moved as (delete from %I where at >= %L and at < %L returning *) insert into %I select * from moved',
        parent || '_rest', month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00', part);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        parent, part, month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00');
      execute format('call make_tenant_table(%L)', part);
      execute format('revoke all on %I from headwater_app', part);
      added := added + 1;
    end loop;
    return added;
  end loop;
  return 0;
end $$;
