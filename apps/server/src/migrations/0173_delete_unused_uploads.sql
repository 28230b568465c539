-- What a file was uploaded for: 'profile' where a profile is to be made of it, on which it then hangs. One that hangs on nothing a day later tells of a
-- person whom nobody could find and erase, and is deleted.
alter table files add column purpose text check (purpose = 'profile');
create index files_unused on files (created_at) where purpose = 'profile' and attached_to is null;
