-- People from tables (ADR 106). The job holds the state.
create table table_imports (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_by bigint references users (id) on delete set null,
  job_id bigint references jobs (id) on delete set null,
  file_name text not null check (length(file_name) between 1 and 255),
  size bigint not null check (size > 0),
  -- Format, columns and choices of a started import.
  options jsonb,
  done integer not null default 0,
  created integer not null default 0,
  changed integer not null default 0,
  known integer not null default 0,
  erased integer not null default 0,
  left_out integer not null default 0,
  created_at timestamptz not null default now(),
  unique (company_id, id)
);
create index table_imports_list on table_imports (company_id, created_by, id);
create index table_imports_job on table_imports (job_id);
create index table_imports_creator on table_imports (created_by);
call make_tenant_table('table_imports');

-- Pieces of the uploaded file. Bytes are deleted before their row.
create table table_import_pieces (
  import_id bigint not null,
  company_id bigint not null,
  number integer not null check (number >= 0),
  store_key text not null,
  size integer not null check (size > 0),
  primary key (import_id, number),
  foreign key (company_id, import_id) references table_imports (company_id, id)
);
create index table_import_pieces_import on table_import_pieces (company_id, import_id);
call make_tenant_table('table_import_pieces');

-- Results of some hundred rows.
create table table_import_parts (
  import_id bigint not null,
  company_id bigint not null,
  number integer not null,
  -- One {line, cells, reason, profileId?} a left-out row.
  left_out jsonb not null,
  -- Profiles, saves, contacts and comments that an undo reverts. Null after the time for an undo.
  changes jsonb,
  primary key (import_id, number),
  foreign key (company_id, import_id) references table_imports (company_id, id) on delete cascade
);
create index table_import_parts_import on table_import_parts (company_id, import_id);
call make_tenant_table('table_import_parts');

-- IMP-004: meanings of columns by the header of a file.
create table table_mappings (
  company_id bigint not null references companies (id),
  header_hash bytea not null check (length(header_hash) = 32),
  columns text[] not null,
  updated_at timestamptz not null,
  primary key (company_id, header_hash)
);
call make_tenant_table('table_mappings');
