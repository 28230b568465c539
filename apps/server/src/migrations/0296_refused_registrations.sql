-- ADR 66: with which passwords strangers registered addresses that have an account, so that their sign-in is answered as where the address was free.
-- Addresses as hashes; nobody comes in by any of them, and they belong to no company.
create table refused_registrations (
  key_hash bytea primary key,
  password_hash text not null,
  expires_at timestamptz not null
);
create index refused_registrations_age on refused_registrations (expires_at);
