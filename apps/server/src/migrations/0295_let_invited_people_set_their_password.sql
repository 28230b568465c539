-- ADR 64: whoever was invited has no password until they accept. Where an administrator had set one, the sign-in told whether another account has
-- the address; it opened nothing, and accepting replaced it.
update users set password_hash = null
  where password_hash is not null and not is_activated
    and exists (select from invitations where invitations.user_id = users.id and invitations.accepted_at is null);
