-- The application may enqueue background work inside its own transaction without owning the queue's tables.
create function enqueue_task(task text, payload json, queue text default null, run_at timestamptz default null, max_attempts integer default 25, key text default null)
  returns void language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform graphile_worker.add_job(task, payload, queue_name => queue, run_at => run_at, max_attempts => max_attempts, job_key => key);
end $$;
revoke all on function enqueue_task from public;
grant execute on function enqueue_task to headwater_app;

-- Long work that a person watches: progress, cancel, result or error file, and for an hour undo (DEC-13).
create table jobs (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_by bigint not null references users (id) on delete cascade,
  kind text not null,
  input jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
  done integer not null default 0,
  total integer,
  result jsonb,
  -- A key of the message catalogue with its parts, or null.
  error jsonb,
  -- What undo needs; kept until undo_until.
  undo jsonb,
  undo_until timestamptz,
  cancel_requested boolean not null default false,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  heartbeat_at timestamptz
);
create index jobs_person on jobs (company_id, created_by, id desc);
call make_tenant_table('jobs');

create table files (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_by bigint references users (id) on delete set null,
  filename text not null check (length(filename) between 1 and 255),
  size bigint not null check (size >= 0),
  media_type text not null,
  -- Where the store keeps the bytes; opaque.
  store_key text not null unique,
  -- What the file hangs on decides who may read it (FILE-021).
  attached_to text,
  attached_id bigint,
  created_at timestamptz not null default now()
);
create index files_attached on files (company_id, attached_to, attached_id);
call make_tenant_table('files');
