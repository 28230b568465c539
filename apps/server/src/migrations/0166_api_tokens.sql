-- API-002: one live token a person. A new one takes the place of the old one, a revoked one is gone.
create table api_tokens (
  user_id bigint primary key references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  last_four text not null check (length(last_four) = 4),
  -- 'everything', or an area with what may be done there: 'vacancies:read', 'vacancies:write'.
  scopes text[] not null check (cardinality(scopes) between 1 and 20),
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index api_tokens_company on api_tokens (company_id);
call make_tenant_table('api_tokens');

-- API-003: calls with tokens, by route and day (UTC).
create table api_calls (
  user_id bigint not null references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  day date not null,
  resource text not null,
  calls bigint not null check (calls > 0),
  primary key (user_id, company_id, day, resource)
);
create index api_calls_company on api_calls (company_id, day);
call make_tenant_table('api_calls');

-- ACT-004: the last day on which a person called a part of the product.
create table used_parts (
  user_id bigint not null references users (id) on delete cascade,
  part text not null check (part in ('search', 'extension', 'messaging', 'api')),
  company_id bigint not null references companies (id),
  last_on date not null,
  primary key (user_id, part)
);
create index used_parts_recent on used_parts (last_on);
call make_tenant_table('used_parts');
