-- Why a mailing was stopped where no user stopped it. A launch clears it.
alter table mailings add column stop_reason text check (stop_reason in ('company_restored'));
