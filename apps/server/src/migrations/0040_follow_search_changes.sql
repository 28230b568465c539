-- Search follows whole transactions: everything of transactions older than every running one is final, so no change can be passed over.
create index search_changes_transaction on search_changes (transaction_id, profile_id);
-- The company in whose name it was made, so that whoever made a change can wait for it. Empty: for the common base.
alter table search_changes add column changed_in bigint default nullif(headwater_company(), 0);
create index search_changes_changed_in on search_changes (changed_in, transaction_id desc) where changed_in is not null;

-- One row: changes of transactions below this number are no longer kept.
create table search_position (
  only_row boolean primary key default true check (only_row),
  pruned_below bigint not null default 0
);
insert into search_position default values;
