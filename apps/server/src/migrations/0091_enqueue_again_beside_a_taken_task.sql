-- While a worker takes the waiting task with the same key, the queue's own function neither replaces it nor adds another, and says so by
-- returning nothing. The next try sees the task as taken and adds a new one.
create or replace function enqueue_task(task text, payload json, queue text default null, run_at timestamptz default null, max_attempts integer default 25, key text default null)
  returns void language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  added bigint;
begin
  loop
    select id into added
      from graphile_worker.add_job(task, payload, queue_name => queue, run_at => run_at, max_attempts => max_attempts, job_key => key);
    exit when added is not null;
  end loop;
end $$;
