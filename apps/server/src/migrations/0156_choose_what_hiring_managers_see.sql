-- What the hiring managers of a company see of people (ROLE-043 to ROLE-050). What is set of one of them prevails; all else follows the company.
alter table companies
  add column hm_display_sections jsonb not null
  default '{"contacts": true, "tags": true, "resumes": true, "change_candidate": true, "comments": true, "personal_info": true}';
alter table users alter column hm_access set default '{}';
-- An owner who is no superuser sees rows of companies like everybody else.
select set_config('headwater.scope', 'system', true);
-- Until now everything stood with each person. What was switched off for somebody stays off; the rest was nobody's decision.
update users set hm_access = (
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(hm_access) where value = 'false'
);
