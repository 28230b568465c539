-- A page of a vacancy's candidates, newest first, without sorting all of them.
create index candidates_newest on candidates (vacancy_id, created_at desc, id desc) where deleted_at is null;
