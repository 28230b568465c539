-- Conversations with a reply that its recipient has not read. A row exists only while it is unread.
create table unread_conversations (
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  profile_id bigint not null references profiles (id) on delete cascade,
  since timestamptz not null,
  primary key (user_id, profile_id)
);
create index unread_conversations_profile on unread_conversations (profile_id);
call make_tenant_table('unread_conversations');

-- A message to a person who replied earlier. Daily limits do not delay it.
alter table messages add column is_answer boolean not null default false;
