-- How far an import came, so that one that was stopped goes on where it was and never doubles.
-- Written by the person at the server's terminal, for all companies: no tenant rows.
create table imports (
  -- SHA-256 of the file's bytes with the target company, so that a renamed file is the same import and another company another one.
  source_hash text primary key,
  file_name text not null,
  company_id bigint references companies (id),
  kind text not null,
  -- Records of the file that are dealt with, counted from its start; stored in the transaction that writes them.
  records_done bigint not null default 0,
  imported bigint not null default 0,
  failed bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
grant select, insert, update, delete on imports to headwater_app;
