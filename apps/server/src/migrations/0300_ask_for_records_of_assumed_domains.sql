-- ADR 70: a domain of the only company of an installation was taken at the word of its administrators. It counts as long as there is no other company;
-- then a record has to show it, or staff confirm it, as of any other.
alter table sso_domains add column is_assumed boolean not null default false;
-- Those that were confirmed before a second company was there, and that no record has shown since. Nobody owns a domain below `.test`.
update sso_domains set is_assumed = true
  where verified_at is not null and domain not like '%.test'
    and not exists (
      select from sso_domain_records as r where r.company_id = sso_domains.company_id and r.domain = sso_domains.domain)
    and verified_at < coalesce(
      (select created_at from companies where not is_ext_company order by created_at, id offset 1 limit 1), 'infinity');
-- Null: it never was there, and has been asked for since `missing_since`.
alter table sso_domain_records alter column seen_at drop not null;
