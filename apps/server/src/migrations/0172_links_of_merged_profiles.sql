-- Who has a link as the company in scope sees it: those of absorbed profiles also lead to the survivor. `stored_at` is the profile that has the link.
create view seen_link_keys with (security_invoker = true) as
  select profile_id, profile_id as stored_at, company_id, is_change, key from profile_link_keys
  union all
  select m.leads_to, k.profile_id, k.company_id, k.is_change, k.key from profile_merges m join profile_link_keys k on k.profile_id = m.absorbed_id
  where m.company_id = headwater_company() and m.detached_at is null;
