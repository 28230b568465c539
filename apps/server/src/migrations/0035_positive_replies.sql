-- Positive replies (STB-004, ADR 107): after the reply the candidate was moved to a status between Replied and Hired.
alter table statistics_message_facts drop constraint statistics_message_facts_kind_check,
  add constraint statistics_message_facts_kind_check check (kind in
    ('sent', 'first_sent', 'opened', 'machine_opened', 'replied', 'positive', 'bounced', 'error', 'unsubscribed'));

-- Statuses of hired and rejected candidates are those of the settings, otherwise those with the initial names.
create function headwater_is_positive_status(company bigint, status bigint) returns boolean language sql stable as $$
  with chosen as (
    select settings from statistics_settings where company_id = company and user_id is null and section = 'pipeline'
  ), statuses as (
    select s.id, coalesce(p.position, s.position) as position, array_remove(array[s.name, p.name], null) as names,
      coalesce((select settings -> 'hired_statuses' from chosen), '[]') as hired,
      coalesce((select settings -> 'rejected_statuses' from chosen), '[]') as rejected
    from candidate_statuses as s left join candidate_statuses as p on p.id = s.parent_id where s.company_id = company
  ), ends as (
    select coalesce(max(position) filter (where names && array['Contacted', 'Replied']), min(position)) as answered,
      max(position) filter (where case when hired = '[]' then 'Hired' = any(names) else hired @> to_jsonb(id) end) as hired
    from statuses
  )
  select coalesce((
    select statuses.position > ends.answered and statuses.position <= coalesce(ends.hired, statuses.position)
      and not case when rejected = '[]' then 'Rejected' = any(names) else rejected @> to_jsonb(id) end
    from statuses, ends where statuses.id = status), false) $$;

create function headwater_is_positive_reply(message statistics_message_facts) returns boolean language sql stable as $$
  select coalesce(sum(n), 0) > 0 from statistics_message_facts
  where company_id = message.company_id and kind = 'positive' and at = message.at and source_id = message.source_id $$;

create function headwater_add_positive_reply(message statistics_message_facts, moment timestamptz, sign smallint) returns void language plpgsql as $$
begin
  message.kind := 'positive';
  message.happened_at := moment;
  message.n := sign;
  insert into statistics_message_facts values (message.*) on conflict do nothing;
end $$;

-- Sent messages of a person with a reply.
create function headwater_answered_messages(company bigint, profile bigint) returns setof statistics_message_facts language sql stable as $$
  select f.* from mailing_recipients as r join messages as m on m.recipient_id = r.id join statistics_message_facts as f
    on f.company_id = company and f.kind = 'sent' and f.at = coalesce(m.first_sent_at, m.sent_at) and f.source_id = m.id
  where r.profile_id = profile and r.company_id = company and m.replied_at is not null $$;

-- After a move, or its reversal within five minutes, which leaves no former status.
create function headwater_count_forward_move() returns trigger language plpgsql as $$
declare
  person bigint := (select profile_id from candidates where id = new.candidate_id);
begin
  if new.former_status_id is null then
    perform headwater_add_positive_reply(f, old.since, -1::smallint) from headwater_answered_messages(new.company_id, person) as f
      where exists (select from statistics_message_facts as p where p.company_id = f.company_id and p.kind = 'positive' and p.at = f.at
        and p.source_id = f.source_id and p.happened_at = old.since);
  elsif headwater_is_positive_status(new.company_id, new.status_id) then
    perform headwater_add_positive_reply(f, new.since, 1::smallint) from headwater_answered_messages(new.company_id, person) as f
      join messages as m on m.id = f.source_id
      where m.replied_at <= new.since and coalesce(f.vacancy_id, new.vacancy_id) = new.vacancy_id and not headwater_is_positive_reply(f);
  end if;
  return null;
end $$;
create trigger statistics_candidacies_positive after update of status_id on statistics_candidacies for each row
  when (old.status_id <> new.status_id) execute function headwater_count_forward_move();

-- A reply may arrive after the move, and messages of earlier releases are counted after candidates.
create function headwater_count_positive(message messages) returns void language plpgsql as $$
declare
  fact statistics_message_facts;
  person bigint := (select profile_id from mailing_recipients where id = message.recipient_id);
  moved_at timestamptz;
begin
  select * into fact from statistics_message_facts where company_id = message.company_id and kind = 'sent'
    and at = coalesce(message.first_sent_at, message.sent_at) and source_id = message.id limit 1;
  if fact.source_id is null or headwater_is_positive_reply(fact) = (message.replied_at is not null) then
    return;
  end if;
  if message.replied_at is null then
    perform headwater_add_positive_reply(fact, (select max(happened_at) from statistics_message_facts where company_id = fact.company_id
      and kind = 'positive' and at = fact.at and source_id = fact.source_id), -1::smallint);
    return;
  end if;
  select min(h.at) into moved_at
    from candidates as c join candidate_history as h on h.candidate_id = c.id join statistics_candidacies as k on k.candidate_id = c.id
    where c.profile_id = person and c.company_id = message.company_id and coalesce(fact.vacancy_id, c.vacancy_id) = c.vacancy_id
      and h.action in ('status', 'undone') and h.at >= message.replied_at and h.to_status_id = any(k.reached)
      and headwater_is_positive_status(message.company_id, h.to_status_id);
  if moved_at is not null then
    perform headwater_add_positive_reply(fact, moved_at, 1::smallint);
  end if;
end $$;
create function headwater_count_answer() returns trigger language plpgsql as $$
begin
  perform headwater_count_positive(new);
  return null;
end $$;
-- Fires after messages_statistics, in the order of the names.
create trigger messages_statistics_positive after update on messages for each row
  when (new.recipient_id is not null and old.replied_at is distinct from new.replied_at) execute function headwater_count_answer();
