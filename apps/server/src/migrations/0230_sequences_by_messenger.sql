-- A step of a sequence may be a message by Telegram; whoever cannot be reached there gets it by e-mail, or is passed over.
alter table mailing_steps
  add column channel text not null default 'email' check (channel in ('email', 'telegram')),
  add column falls_back boolean not null default true;

-- The account that begins dialogs for a sequence; null: the one that may begin the most.
alter table mailings add column telegram_account_id bigint references telegram_accounts (id);
create index mailings_telegram_account on mailings (telegram_account_id) where telegram_account_id is not null;

-- Why Telegram did not take a message to the person, so that it is not tried again in this mailing.
alter table mailing_recipients add column messenger_problem text check (length(messenger_problem) <= 40);

-- By Telegram: from which account, and under which name the person was known when it was planned. It has no mailbox.
alter table messages
  add column channel text not null default 'email' check (channel in ('email', 'telegram')),
  add column telegram_account_id bigint references telegram_accounts (id),
  add column username text check (length(username) <= 64);
create index messages_telegram on messages (telegram_account_id) where telegram_account_id is not null;
create index messages_telegram_due on messages (telegram_account_id, send_at, id) where channel = 'telegram' and state = 'planned';
-- Who is called so, whatever account they were written to from.
create index telegram_dialogs_called on telegram_dialogs (lower(username)) where username is not null;

-- The message of a sequence that this one carries.
alter table telegram_messages add column mailing_message_id bigint references messages (id) on delete set null;
create unique index telegram_messages_mailing on telegram_messages (mailing_message_id) where mailing_message_id is not null;

create or replace view message_progress with (security_invoker = true) as
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
  greatest(status_changed_at, sent_at, opened_at, replied_at, bounced_at) as changed_at,
  channel
from messages;
