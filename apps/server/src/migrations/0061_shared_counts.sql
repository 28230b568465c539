-- Requests and attempts that several processes count together. Lost in a crash of the database.
create unlogged table shared_counts (
  -- Digest of the limit and of what it counts.
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
