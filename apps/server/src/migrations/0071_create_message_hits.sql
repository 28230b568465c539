-- Every time a picture or a link of a sent message was asked for, by a person or a machine (DEC-04).
create table message_hits (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  message_id bigint not null references messages (id) on delete cascade,
  kind text not null check (kind in ('open', 'click', 'trap')),
  happened_at timestamptz not null,
  -- What told that it was a machine; null: likely a person.
  machine text,
  -- Keyed hash of the network address; the address itself is not kept.
  source bytea not null,
  agent text not null check (length(agent) <= 200),
  url text check (length(url) <= 2000)
);
create index message_hits_message on message_hits (message_id, id);
call make_tenant_table('message_hits');

-- SENT-003: a link was followed, likely by a person.
alter table messages add column clicked_at timestamptz;
