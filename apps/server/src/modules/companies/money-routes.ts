import { implement } from '@orpc/server';
import { type CreditTransaction, credits } from '@headwater/contract/credits';
import { quotas } from '@headwater/contract/quotas';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { lockManaged, requireManaged } from './actions/save-company.ts';
import { findPeople } from './store/admin.ts';
import { changeCredits, findCredits, listTransactions, startCounting, stopCounting, type TransactionRow } from './store/credits.ts';
import { endQuota, findQuota, insertQuota, listQuotas, overlapsQuota } from './store/quotas.ts';
import { quotaView } from './actions/quota-view.ts';
import type { Company } from './store/companies.ts';
import { pageWindow } from '#platform/page-window.ts';

interface MoneyServices {
  database: Database;
  clock: Clock;
}

/** Authors may be staff of another company, so their names are read over all companies. */
async function present(tx: Tx, rows: readonly TransactionRow[]): Promise<CreditTransaction[]> {
  const people = await findPeople(
    tx,
    rows.flatMap(({ author_id: id }) => (id === null ? [] : [id])),
  );
  return rows.map((row) => ({
    id: row.id,
    date: row.created_at.toISOString(),
    amount: row.amount,
    reason: row.reason,
    author: people.get(row.author_id ?? 0) ?? null,
    balance: row.balance,
  }));
}

async function listOf(tx: Tx, companyId: number, { page, per_page: limit }: { page: number; per_page: number }) {
  const { count, rows } = await listTransactions(tx, companyId, { ...pageWindow(page, limit) });
  return {
    transactions: await present(tx, rows),
    count,
    pages: pagesOf({ page, perPage: limit, count }),
    credits: await findCredits(tx, companyId),
  };
}

export function creditRoutes({ database, clock }: MoneyServices) {
  const api = implement(credits).$context<RequestContext>();
  return {
    ofCompany: api.ofCompany.handler(({ input, context: { actor } }) =>
      database.asSystem(async (tx) => listOf(tx, (await requireManaged(tx, actor, input.id)).id, input)),
    ),
    change: api.change.handler(({ input: { id: companyId, amount, reason }, context: { actor } }) =>
      database.asSystem(async (tx) => {
        await lockManaged(tx, actor, companyId);
        const id = await changeCredits(tx, amount, { companyId, authorId: actor.userId, reason, now: clock.now() });
        const { rows } = await listTransactions(tx, companyId, { id, limit: 1, offset: 0 });
        const [transaction] = await present(tx, rows);
        if (!transaction) throw new AppError('not_found');
        return transaction;
      }),
    ),
    setCounting: api.setCounting.handler(({ input: { id: companyId, is_counted: isCounted, credits: first }, context: { actor } }) =>
      database.asSystem(async (tx) => {
        if (!isCounted && first !== undefined) throw new FieldErrors({ credits: 'field_invalid' });
        await lockManaged(tx, actor, companyId);
        const entry = { companyId, authorId: actor.userId, now: clock.now() };
        await (isCounted ? startCounting(tx, first ?? 0, entry) : stopCounting(tx, entry));
        return { credits: await findCredits(tx, companyId) };
      }),
    ),
    ofOwn: api.ofOwn.handler(({ input, context: { actor } }) => database.asSystem((tx) => listOf(tx, actor.company.id, input))),
  };
}

export function quotaRoutes({ database, clock }: MoneyServices) {
  const api = implement(quotas).$context<RequestContext>();
  const found = async (tx: Tx, company: Company, id: number) => {
    const row = await findQuota(tx, company.id, id);
    if (!row) throw new AppError('not_found');
    return quotaView(row, company, clock.now());
  };
  return {
    list: api.list.handler(({ input, context: { actor } }) =>
      database.asSystem(async (tx) => {
        const company = await requireManaged(tx, actor, input.id);
        return { quotas: (await listQuotas(tx, company.id)).map((row) => quotaView(row, company, clock.now())) };
      }),
    ),
    add: api.add.handler(({ input: { id: companyId, from, till, quota }, context: { actor } }) =>
      database.asSystem(async (tx) => {
        const company = await lockManaged(tx, actor, companyId);
        if (await overlapsQuota(tx, companyId, { from, till })) throw new FieldErrors({ from: 'quota_overlaps' });
        const { id } = await insertQuota(tx, { companyId, authorId: actor.userId, from, till, quota, now: clock.now() });
        return found(tx, company, id);
      }),
    ),
    deactivate: api.deactivate.handler(({ input: { id: companyId, quota_id: id }, context: { actor } }) =>
      database.asSystem(async (tx) => {
        const company = await lockManaged(tx, actor, companyId);
        if (!(await endQuota(tx, companyId, id))) throw new AppError('not_found');
        return found(tx, company, id);
      }),
    ),
  };
}
