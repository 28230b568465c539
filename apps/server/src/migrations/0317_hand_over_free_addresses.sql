-- Whoever was invited while another account had their address is found by it where nobody has it any more: of several the first.
update users set address_elsewhere = false where id in (
  select distinct on (lower(waiting.email)) waiting.id from users waiting
  where waiting.address_elsewhere and not waiting.address_released and waiting.moved_to is null
    and not exists (select from users holder
      where lower(holder.email) = lower(waiting.email) and holder.moved_to is null and not holder.address_elsewhere and not holder.address_released)
  order by lower(waiting.email), waiting.is_active desc, waiting.id);
