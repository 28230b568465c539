-- Of whom a file tells that a profile is to be made of: keyed hashes, as of people who were erased (erased_fingerprints), so that who is erased goes with it.
alter table files add column person_marks bytea[];
