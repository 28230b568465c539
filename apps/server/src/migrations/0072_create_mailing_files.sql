-- Files that go with the letters of a sending; a sequence may send other ones with each step.
create table mailing_files (
  company_id bigint not null references companies (id),
  mailing_id bigint not null references mailings (id) on delete cascade,
  step integer not null default 0,
  -- Without a reference: a letter whose file is gone must fail and not leave without it.
  file_id bigint not null,
  -- The order in which they were attached.
  place integer not null,
  primary key (mailing_id, step, file_id)
);
create index mailing_files_file on mailing_files (file_id);
call make_tenant_table('mailing_files');
