-- Whether the company may write to the address of a recipient is asked for thousands of them at once. Under row-level security an index is used for
-- columns alone, and not for what lower() makes of them.
alter table suppressions add column address_key text generated always as (lower(address)) stored;
create index suppressions_address_key on suppressions (company_id, address_key) where released_at is null;

-- The only place in SQL that says what is shown of a message (SEND-001 to SEND-005); in code it is statusOf of domain/outreach/sending.
create view message_progress with (security_invoker = true) as
select id, company_id, recipient_id, step, variant, created_by, send_at,
  case
    when state in ('error', 'unknown') then 'error'
    when state = 'sent' and replied_at is not null then 'replied'
    when state = 'sent' and opened_at is not null then 'opened'
    when state = 'sent' then 'sent'
    when exists (select from mailing_recipients as recipient
      join suppressions on suppressions.company_id = recipient.company_id and suppressions.address_key = recipient.email_key
      where recipient.id = messages.recipient_id and suppressions.released_at is null) then 'suppressed'
    when error_reason = 'soft_bounce' then 'soft_bounced'
    -- Planned or pending, by the time at which it is looked at: message_status_at says which.
    else 'waiting'
  end as status,
  -- How far it came, whatever became of it afterwards.
  case when replied_at is not null then 'replied' when bounced_at is not null then 'bounced' when opened_at is not null then 'opened' else state end
    as furthest,
  state = 'sent' or bounced_at is not null as has_left,
  -- A person who answers has read it (SEND-004).
  replied_at is not null or state = 'sent' and opened_at is not null as is_opened,
  replied_at is not null as is_replied,
  state in ('planned', 'claimed', 'handed_over') as is_on_its_way,
  -- A worker has it in hand: it leaves, or may have left, also to an address that was suppressed meanwhile.
  state in ('claimed', 'handed_over') as is_in_hand,
  state in ('error', 'unknown') as is_failed,
  state = 'unknown' as is_undecided,
  coalesce(replied_at, opened_at, sent_at) as reached_at,
  greatest(status_changed_at, sent_at, opened_at, replied_at, bounced_at) as changed_at
from messages;

create function message_status_at(status text, send_at timestamptz, moment timestamptz) returns text language sql immutable parallel safe
  return case when status <> 'waiting' then status when send_at > moment then 'planned' else 'pending' end;
