-- Invitations: one for each account that was made by one. Who has accepted is a person like any other.
create table invitations (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null unique references users (id) on delete cascade,
  -- Where the key was sent: it opens nothing once the account has another address.
  email text not null check (length(email) between 3 and 255),
  invited_by bigint references users (id) on delete set null,
  -- Of the last key that was sent; those before it open nothing.
  key_hash bytea not null unique,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz
);
create index invitations_open on invitations (company_id, id desc) where accepted_at is null;
call make_tenant_table('invitations');
