alter table saved_queries
  add column alert text not null default 'off' check (alert in ('off', 'daily', 'weekly')),
  -- People known to the alert: their number, and ids as in seen. Null: too many ids.
  add column alert_found integer,
  add column alert_seen bytea,
  -- Day of the latest check, in the time zone of the company.
  add column alert_day date,
  add column is_shared boolean not null default false;
create index saved_queries_alerts on saved_queries (id) where alert <> 'off' and deleted_at is null;
create index saved_queries_shared on saved_queries (company_id, id desc) where is_shared and deleted_at is null;
