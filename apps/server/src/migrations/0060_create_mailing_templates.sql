-- Texts that are written once and sent often.
create table mailing_templates (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_by bigint references users (id) on delete set null,
  name text not null check (length(name) between 1 and 255),
  subject text not null check (length(subject) <= 255),
  -- Html of the editor, cleaned; cleaning may make it longer than what was sent.
  body text not null,
  -- [{name, value, data}]: variables made for this text, and fallbacks of built-in ones.
  custom_variables jsonb not null default '[]',
  access_type text not null check (access_type in ('public', 'private')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Deleted ones are kept for an hour, as deleting can be undone.
  deleted_at timestamptz
);
create index mailing_templates_list on mailing_templates (company_id, id desc) where deleted_at is null;
create index mailing_templates_creator on mailing_templates (created_by);
call make_tenant_table('mailing_templates');

create table mailing_template_files (
  company_id bigint not null references companies (id),
  template_id bigint not null references mailing_templates (id) on delete cascade,
  file_id bigint not null references files (id) on delete cascade,
  -- The order in which they were attached.
  place integer not null,
  primary key (template_id, file_id)
);
create index mailing_template_files_file on mailing_template_files (file_id);
call make_tenant_table('mailing_template_files');
