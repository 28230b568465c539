-- An audit entry is written when a guess is confirmed, which may be later than the guess.
alter table contact_guesses add column is_confirmed boolean not null default false;

-- For family names that only one person has. A column, as row-level security forbids an index on an expression that is not leakproof.
alter table profiles add column last_name_key text generated always as (lower(btrim(data ->> 'last_name'))) stored;
create index profiles_last_name on profiles (last_name_key) where deleted_at is null;

-- Score and shared contacts of a pair without contacts that a reader has to open. All pairs are compared again (rules of duplicates).
alter table duplicate_pairs add column open_score smallint not null default 0 check (open_score between 0 and 100);
alter table duplicate_pairs add column open_contacts bigint[] not null default '{}';
update duplicate_pairs set open_score = score where contacts = '{}';
drop index duplicate_pairs_list;
create index duplicate_pairs_list on duplicate_pairs (company_id, open_score desc, id);
