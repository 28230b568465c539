-- SCIM: what an identity provider shows when it adds and switches off people of a company. One a company; only a hash is stored.
create table scim_tokens (
  company_id bigint primary key references companies (id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  last_four text not null,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  -- To the minute.
  used_at timestamptz
);
create index scim_tokens_author on scim_tokens (created_by);
call make_tenant_table('scim_tokens');

create function headwater_note_scim_token() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- With its company nothing is left to tell.
    if exists (select from companies where id = old.company_id) then
      perform headwater_note(old.company_id, now(), null, 'token_revoked', 'settings', null, '{"table": "scim_tokens"}');
    end if;
  else
    perform headwater_note(new.company_id, now(), new.created_by, 'token_created', 'settings', null, '{"table": "scim_tokens"}');
  end if;
  return null;
end $$;
create trigger scim_tokens_audit after insert or delete or update of token_hash on scim_tokens for each row execute function headwater_note_scim_token();

-- What a provider says of a person and the product has no other place for, and when what it reads of the person changed last.
create table scim_users (
  user_id bigint primary key references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  -- Null: the e-mail address.
  user_name text check (length(user_name) between 1 and 255),
  external_id text check (length(external_id) between 1 and 255),
  -- A list as the provider wrote it; null: the address of the account alone.
  emails jsonb,
  -- Since when a provider looks after the person; null: it never did, or has let go.
  managed_at timestamptz,
  changed_at timestamptz not null
);
create index scim_users_name on scim_users (company_id, lower(user_name)) where user_name is not null;
create index scim_users_external on scim_users (company_id, external_id) where external_id is not null;
call make_tenant_table('scim_users');

create function headwater_date_user() returns trigger language plpgsql as $$
begin
  insert into scim_users (user_id, company_id, changed_at) values (new.id, new.company_id, now())
    on conflict (user_id) do update set changed_at = excluded.changed_at;
  return null;
end $$;
create trigger users_scim after update on users for each row
  when ((old.email, old.first_name, old.last_name, old.role, old.language, old.is_active, old.department_id)
    is distinct from (new.email, new.first_name, new.last_name, new.role, new.language, new.is_active, new.department_id))
  execute function headwater_date_user();

create table scim_groups (
  group_id bigint primary key references user_groups (id) on delete cascade,
  company_id bigint not null references companies (id),
  external_id text check (length(external_id) between 1 and 255),
  changed_at timestamptz not null
);
create index scim_groups_company on scim_groups (company_id);
call make_tenant_table('scim_groups');

-- A provider has people in several groups; the product shows one of them (users.group_id).
create table scim_members (
  group_id bigint not null references user_groups (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  company_id bigint not null references companies (id),
  added_at timestamptz not null,
  primary key (group_id, user_id)
);
create index scim_members_user on scim_members (user_id);
create index scim_members_company on scim_members (company_id);
call make_tenant_table('scim_members');
