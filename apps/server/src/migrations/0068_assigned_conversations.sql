-- Conversations with the person of a profile, and the colleague who answers them.
create table assigned_conversations (
  company_id bigint not null references companies (id),
  profile_id bigint not null references profiles (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  since timestamptz not null,
  primary key (profile_id, company_id)
);
create index assigned_conversations_user on assigned_conversations (user_id);
call make_tenant_table('assigned_conversations');
