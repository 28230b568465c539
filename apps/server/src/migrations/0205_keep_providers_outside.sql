-- Endpoints in the networks of the operator are named by who speaks for the installation; those that are set by now go on.
alter table sso_settings add column is_internal boolean not null default false;
update sso_settings set is_internal = true;
