-- Parts of a company, named by its administrators.
create table departments (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  name text not null check (length(name) between 1 and 255),
  created_at timestamptz not null,
  unique (company_id, id)
);
create unique index departments_name on departments (company_id, lower(name));
call make_tenant_table('departments');

create table user_groups (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  name text not null check (length(name) between 1 and 255),
  created_at timestamptz not null,
  unique (company_id, id)
);
create unique index user_groups_name on user_groups (company_id, lower(name));
call make_tenant_table('user_groups');

alter table users
  add column phone text not null default '' check (length(phone) <= 50),
  add column additional_phone text not null default '' check (length(additional_phone) <= 50),
  add column phone_extension text not null default '' check (length(phone_extension) <= 20),
  -- Of administrators and staff about the person.
  add column comment text not null default '' check (length(comment) <= 2000),
  add column department_id bigint,
  add column group_id bigint,
  -- Set for who was deleted; a deleted account is never active.
  add column deleted_at timestamptz check (deleted_at is null or not is_active),
  -- The account of the same person in another company. What the person did here keeps its author, and nothing of this company goes along.
  add column moved_to bigint references users (id) on delete set null,
  add foreign key (company_id, department_id) references departments (company_id, id),
  add foreign key (company_id, group_id) references user_groups (company_id, id);
create index users_moved on users (moved_to) where moved_to is not null;
create index users_department on users (department_id) where department_id is not null;
create index users_group on users (group_id) where group_id is not null;

-- An address belongs to one account of the installation; those that a person has left do not count.
drop index users_email;
create unique index users_email on users (lower(email)) where moved_to is null;

-- Companies whose administrators may move employees from the one to the other, as staff have said.
create table company_links (
  company_id bigint not null references companies (id),
  linked_company_id bigint not null references companies (id),
  primary key (company_id, linked_company_id),
  check (company_id <> linked_company_id)
);
create index company_links_linked on company_links (linked_company_id);
call make_tenant_table('company_links');
