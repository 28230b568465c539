-- company_id null: a resume that was imported into the common base; it hangs on a common profile and every company may see it.
alter table files alter column company_id drop not null;
alter table files add constraint files_owner check (company_id is not null or (attached_to = 'profile' and created_by is null));
-- What an imported file is, so that the same bytes hang on a profile once.
alter table files add column content_hash text;
create unique index files_imported on files (attached_id, content_hash) where attached_to = 'profile' and content_hash is not null;
drop policy tenant on files;
create policy files_read on files for select using (company_id is null or company_id = headwater_company() or headwater_is_system());
create policy files_write on files for all
  using (company_id = headwater_company() or headwater_is_system())
  with check (company_id = headwater_company() or headwater_is_system());
