-- When the candidate was last changed before, so that undo restores that as well.
alter table candidate_history add column from_updated_at timestamptz;
-- What the job was about as the person knew it (names of vacancy and status), for the list of recent jobs.
alter table jobs add column details jsonb not null default '{}';
