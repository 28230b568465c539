select set_config('headwater.scope', 'system', true);
-- A status with which its company began and which nobody has renamed: every reader sees its name in their own language.
alter table candidate_statuses add column is_default boolean not null default false;
-- The first statuses were made in one transaction with their collection, and so at the same moment.
update candidate_statuses as status set is_default = true
from status_collections as collection
where collection.company_id = status.company_id and collection.created_at = status.created_at and status.parent_id is null
  and status.name in ('New', 'Contacted', 'Replied', 'Interview', 'Offer', 'Hired', 'Rejected');
