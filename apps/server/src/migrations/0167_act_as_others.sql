-- ROLE-033: the session stays that of the person who signed in; whom staff act as stands beside it, and is gone when they return.
alter table sessions add column acting_user_id bigint references users (id) on delete set null;
create index sessions_acting on sessions (acting_user_id) where acting_user_id is not null;
alter table sessions drop column original_user_id;
