-- ADR 66: a registration that gave way to an invitation is told of only while that one is there; without it there is nothing to activate.
alter table refused_registrations add column needs_account boolean not null default false;
