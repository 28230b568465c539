-- What internal staff keep of a company: whom it belongs to, what was agreed, what it may have and how much of it.
alter table companies
  add column account_manager_id bigint references users (id) on delete set null,
  -- Agreed with the company and read by people alone: site, industry, segment, payment_sum, languages, ats_region, file_region, stats_link, crm_link.
  add column details jsonb not null default '{}',
  -- Workers with search; null: no limit.
  add column max_workers_with_search integer check (max_workers_with_search >= 0),
  -- When the administrators of a demo company are told that it ends; null once they were, or where nobody is told.
  add column demo_end_email_at timestamptz,
  add column data_enrichment boolean not null default true,
  add column hm_max_count integer default 10 check (hm_max_count >= 0),
  add column hm_max_folders integer default 20 check (hm_max_folders >= 0),
  add column hm_invite_domains text[] not null default '{}',
  -- Credits that staff give with one press.
  add column gift_credit_size integer not null default 0 check (gift_credit_size >= 0),
  -- Whether contacts are opened out of a number a month, or out of quotas that the company bought.
  add column quota_pricing_model text not null default 'monthly' check (quota_pricing_model in ('monthly', 'quota')),
  add column huntflow_webhook text not null default '',
  add column huntflow_token_sealed text,
  add column deleted_at timestamptz;
create index companies_account_manager on companies (account_manager_id) where account_manager_id is not null;
create index companies_demo_end on companies (demo_end_email_at) where demo_end_email_at is not null;

-- Contacts that a company may open between two days, one bought quota a row. How many were opened is counted, not kept.
create table company_quotas (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  starts_on date not null,
  ends_on date not null,
  quota integer not null check (quota > 0),
  is_active boolean not null default true,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  check (ends_on >= starts_on)
);
create index company_quotas_list on company_quotas (company_id, id desc);
call make_tenant_table('company_quotas');
