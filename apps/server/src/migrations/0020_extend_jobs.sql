-- A job runs in batches: each is one transaction that does a part, moves `state` on and holds the job under its lease, so that a
-- worker that lost the lease can commit nothing more and the next one continues exactly where the last batch ended.
alter table jobs
  drop column undo,
  add column state jsonb,
  -- Who runs it now. Lost when heartbeat_at is too old.
  add column lease uuid,
  -- Unexpected failures since the last batch that went well.
  add column tries integer not null default 0;
create index jobs_unfinished on jobs (heartbeat_at) where status in ('queued', 'running', 'undoing');
