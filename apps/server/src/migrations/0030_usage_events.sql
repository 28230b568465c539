-- Usage of the product (ADR 103): ids, counts and fixed choices, no names and contacts of candidates.
create table usage_events (
  id bigint generated always as identity primary key,
  -- Null: a visitor of the sign-in page. No foreign keys: events outlive accounts.
  company_id bigint,
  user_id bigint,
  event_type text not null check (length(event_type) between 1 and 100),
  -- Time of the sender's clock.
  at timestamptz not null,
  received_at timestamptz not null,
  properties jsonb not null,
  check ((company_id is null) = (user_id is null))
);
create index usage_events_age on usage_events (received_at, event_type);
call make_tenant_table('usage_events');
