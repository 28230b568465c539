-- Browsers that show their person what the product tells them, also while no page of it is open (web push). Each goes with the session in which it was
-- turned on: a browser that is signed out shows nothing.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  session_hash bytea not null unique references sessions (token_hash) on delete cascade,
  -- The address at the browser's push service, and what is encrypted with for that browser alone (RFC 8291).
  endpoint text not null unique check (length(endpoint) between 1 and 1000),
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 30),
  -- The key of this installation that the address was asked for with: no other is taken there.
  server_key text not null check (length(server_key) <= 100),
  agent text check (length(agent) <= 500),
  created_at timestamptz not null,
  -- When the service last failed; null once it has taken something since.
  failed_at timestamptz
);
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_company on push_subscriptions (company_id);
call make_tenant_table('push_subscriptions');

alter table notice_settings add column push boolean not null default true;
-- Waits to be handed to the person's browsers.
alter table notices add column for_push boolean not null default false;
create index notices_push on notices (user_id) where for_push;
