-- Accounts of a company at other services, such as an applicant-tracking system (ADR 98).
create table connections (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  -- Name of a registered integration: greenhouse.
  integration text not null check (integration ~ '^[a-z][a-z0-9_]{0,39}$'),
  -- broken: the service refuses access until a user connects again.
  state text not null default 'connected' check (state in ('connected', 'broken', 'disconnected')),
  -- Tokens and keys as JSON, sealed with the secret key.
  secret text check ((secret is null) = (state = 'disconnected')),
  settings jsonb not null default '{}',
  external_id text check (length(external_id) <= 255),
  external_name text check (length(external_name) <= 255),
  -- Reason of the service for a broken connection.
  failure text check (length(failure) <= 1000),
  -- Part of the address that receives webhooks.
  webhook_key text not null unique,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  -- Last change by a user.
  updated_at timestamptz not null,
  last_checked_at timestamptz,
  unique (company_id, id),
  check (failure is null or state = 'broken')
);
create unique index connections_active on connections (company_id, integration) where state <> 'disconnected';
create index connections_created_by on connections (created_by) where created_by is not null;
call make_tenant_table('connections');

create function headwater_audit_connection() returns trigger language plpgsql as $$
begin
  perform headwater_add_audit_entry(new.company_id, now(), new.created_by, 'settings_changed', 'settings', null, jsonb_build_object(
    'table', tg_table_name, 'fields', jsonb_build_array('integration'),
    'values', jsonb_build_object('integration', jsonb_build_array(null, new.integration))
      || case when new.state = 'disconnected' then '{"removed": [false, true]}'::jsonb else '{}'::jsonb end));
  return null;
end $$;
create trigger connections_added_audit after insert on connections for each row execute function headwater_audit_connection();
-- Renewed tokens, checks and failures are not changes by a user.
create trigger connections_audit after update on connections for each row
  when (old.updated_at is distinct from new.updated_at or (new.state = 'disconnected' and old.state <> new.state))
  execute function headwater_audit_connection();

-- Received webhooks. Rows without a body remain to recognize repeated deliveries.
create table webhook_events (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  connection_id bigint not null,
  -- SHA-256 of the delivery id of the service.
  delivery_hash bytea not null check (length(delivery_hash) = 32),
  -- Headers that the integration reads.
  headers jsonb not null,
  body bytea,
  received_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'processed', 'failed')),
  attempts integer not null default 0,
  retry_at timestamptz,
  failure text check (length(failure) <= 1000),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  unique (connection_id, delivery_hash),
  check (body is not null or state = 'processed')
);
create index webhook_events_waiting on webhook_events (connection_id, id) where state = 'waiting';
create index webhook_events_age on webhook_events (received_at);
call make_tenant_table('webhook_events');
