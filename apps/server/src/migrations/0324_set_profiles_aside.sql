-- Before which a profile whose comparison failed is not looked at again: the others do not wait for it. Null: at once.
alter table duplicate_changes add column not_before timestamptz;
