-- 0317, and deletions of companies since then, handed addresses over to invitations that had been taken back as well: their owners could have no account
-- anywhere. Those have no address again. Whatever was opened, registered, or taken back after it had the address keeps it; before 0317 nothing says which.
update users dead set address_elsewhere = true
where not dead.is_activated and dead.password_hash is null and (not dead.is_active or dead.deleted_at is not null)
  and not dead.address_elsewhere and not dead.address_released and dead.moved_to is null
  and exists (
    select from invitations i, lateral (
      select applied_at as at from schema_migrations where name = '0317_hand_over_free_addresses.sql'
      union all
      select c.deleted_at from users gone join companies c on c.id = gone.company_id
      where lower(gone.email) = lower(dead.email) and gone.company_id <> dead.company_id and gone.moved_to is null
        and gone.address_released and not gone.address_elsewhere and c.deleted_at is not null) as handed
    where i.user_id = dead.id and i.accepted_at is null and i.created_at <= handed.at
      and (dead.deleted_at is null or dead.deleted_at <= handed.at));

-- Nor did 0317 look whether another account may take the address back (ADR 72).
update users waiting set address_elsewhere = true
where not waiting.is_activated and waiting.password_hash is null and not waiting.address_elsewhere and not waiting.address_released
  and waiting.moved_to is null and exists (select from invitations i where i.user_id = waiting.id and i.accepted_at is null)
  and exists (
    select from address_returns back join users owner on owner.id = back.user_id
    where lower(back.address) = lower(waiting.email) and back.expires_at > now() and owner.is_active and owner.id <> waiting.id);
