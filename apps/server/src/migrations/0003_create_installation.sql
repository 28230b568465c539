-- Facts about this installation as a whole: whether it is a demo, what was loaded, which machine it was armed on.
create table installation (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
