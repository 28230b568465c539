-- With whom dialogs at Telegram were erased (DEC-14), by account: Telegram still has them, and they are not taken up again when it is looked through.
-- What the person writes after that is. Nobody is known by the mark without the key of the installation. Accounts are never deleted.
create table telegram_forgotten (
  company_id bigint not null references companies (id),
  account_id bigint not null,
  peer_hash bytea not null,
  -- By the numbers of Telegram.
  up_to integer not null,
  primary key (account_id, peer_hash)
);
call make_tenant_table('telegram_forgotten');
