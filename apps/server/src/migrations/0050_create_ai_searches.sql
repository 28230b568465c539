-- A search by a request in plain words: what it was understood as, whom it found, and what likes and dislikes taught it.
create table ai_searches (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  folder_id bigint,
  request text not null,
  state text not null default 'processing' check (state in ('processing', 'found', 'cancelled', 'failed')),
  -- Grows with every query: what an older run finds is thrown away.
  run integer not null default 1,
  -- Whoever processes it says so again and again; once this is over, another one takes it up.
  lease_until timestamptz not null,
  tries integer not null default 0,
  -- As the address of a search has them; null until the request is understood.
  query text,
  filters text,
  levels jsonb not null default '[]',
  rest text[] not null default '{}',
  made_by text check (made_by in ('model', 'reader', 'person')),
  model_failed boolean not null default false,
  -- Key of a message.
  error text,
  total integer not null default 0,
  -- The best matches in the order of the engine, and in the order of the model.
  pool integer[] not null default '{}',
  ranked integer[] not null default '{}',
  feedback_version integer not null default 0,
  trained_version integer not null default 0,
  feedback_at timestamptz,
  learned jsonb,
  created_at timestamptz not null
);
create index ai_searches_person on ai_searches (user_id, id desc);
create index ai_searches_unfinished on ai_searches (lease_until) where state = 'processing' or trained_version < feedback_version;
call make_tenant_table('ai_searches');

create table ai_search_feedback (
  search_id bigint not null references ai_searches (id) on delete cascade,
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  value text not null check (value in ('like', 'dislike')),
  created_at timestamptz not null,
  primary key (search_id, profile_id)
);
create index ai_search_feedback_profile on ai_search_feedback (profile_id);
call make_tenant_table('ai_search_feedback');

-- AI search came with this version: companies that were there before have it, as new ones do.
update companies set features = features || '{"has_gpt": true}' where not features ? 'has_gpt';
