-- Conversations that a user removed from their inbox. The next reply deletes the row.
create table set_aside_conversations (
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  -- Null: done. Otherwise the conversation returns, unread, at this time.
  until timestamptz,
  since timestamptz not null,
  primary key (user_id, profile_id)
);
create index set_aside_conversations_profile on set_aside_conversations (profile_id);
call make_tenant_table('set_aside_conversations');
