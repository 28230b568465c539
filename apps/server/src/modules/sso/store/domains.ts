import { violates } from '#platform/database/reject-conflict.ts';
import { missingRecordDays } from '@headwater/domain/companies/sso';
import { dayMs } from '@headwater/domain/time/durations';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { SsoTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<SsoTables>();

export type Domain = Selectable<SsoTables['sso_domains']>;
export type ListedDomain = Awaited<ReturnType<typeof listDomains>>[number];

export const listDomains = (tx: Tx, companyId: number) =>
  tables(tx)
    .selectFrom('sso_domains as d')
    .leftJoin('sso_domain_records as r', (join) => join.onRef('r.company_id', '=', 'd.company_id').onRef('r.domain', '=', 'd.domain'))
    .selectAll('d')
    .select('r.missing_since')
    .where('d.company_id', '=', companyId)
    .orderBy('d.domain')
    .execute();

/** Assumed domains do not count. Over all companies. */
export async function takenDomains(
  tx: Tx,
  { companyId, domains, now }: { companyId: number; domains: readonly string[]; now: Date },
): Promise<string[]> {
  const rows = await verifiedDomains(tx, now)
    .select('d.domain')
    .where('d.company_id', '!=', companyId)
    .where('d.is_assumed', '=', false)
    .where('d.domain', '=', sql<string>`any(${domains})`)
    .orderBy('d.domain')
    .execute();
  return rows.map(({ domain }) => domain);
}

/** Over all companies. */
export const releaseLost = (tx: Tx, { company_id: companyId, domain }: Pick<Domain, 'company_id' | 'domain'>, now: Date) =>
  tables(tx)
    .updateTable('sso_domains')
    .set({ verified_at: null })
    .where('domain', '=', domain)
    .where('company_id', '!=', companyId)
    .where('verified_at', 'is not', null)
    .where(
      sql<boolean>`(is_assumed or exists (select from sso_domain_records as r where r.company_id = sso_domains.company_id
        and r.domain = sso_domains.domain and r.missing_since <= ${missingCutoff(now)}))`,
    )
    .execute();

export const insertDomain = (tx: Tx, row: Domain) => tables(tx).insertInto('sso_domains').values(row).execute();

export const deleteDomains = (tx: Tx, companyId: number, domains: readonly string[]) =>
  tables(tx)
    .deleteFrom('sso_domains')
    .where('company_id', '=', companyId)
    .where('domain', '=', sql<string>`any(${domains})`)
    .execute();

/** Throws if another company has confirmed the domain. */
export async function markVerified(
  tx: Tx,
  { company_id: companyId, domain }: Pick<Domain, 'company_id' | 'domain'>,
  { now, isAssumed }: { now: Date; isAssumed: boolean },
): Promise<void> {
  await tables(tx)
    .updateTable('sso_domains')
    .set({ verified_at: now, is_assumed: isAssumed })
    .where('company_id', '=', companyId)
    .where('domain', '=', domain)
    .where((where) => where.or([where('verified_at', 'is', null), where('is_assumed', '=', true)]))
    .execute();
  await tables(tx)
    .deleteFrom('sso_domain_records')
    .where('company_id', '=', companyId)
    .where('domain', '=', domain)
    .where('seen_at', 'is', null)
    .execute();
}

export const isTaken = (error: unknown): boolean => violates(error, 'sso_domains_verified');

/** Over all companies. */
export const findByDomain = (tx: Tx, domain: string) =>
  tables(tx)
    .selectFrom('sso_domains as d')
    .innerJoin('sso_settings as s', 's.company_id', 'd.company_id')
    .selectAll('s')
    .where('d.domain', '=', domain)
    .where('d.verified_at', 'is not', null)
    .where('s.is_active', '=', true)
    .executeTakeFirst();

const missingCutoff = (now: Date) => new Date(now.getTime() - missingRecordDays * dayMs);

export async function isVerified(tx: Tx, companyId: number, { domain, now }: { domain: string; now: Date }): Promise<boolean> {
  const row = await verifiedDomains(tx, now)
    .select('d.domain')
    .where('d.company_id', '=', companyId)
    .where('d.domain', '=', domain)
    .executeTakeFirst();
  return row !== undefined;
}

const verifiedDomains = (tx: Tx, now: Date) =>
  tables(tx)
    .selectFrom('sso_domains as d')
    .leftJoin('sso_domain_records as r', (join) => join.onRef('r.company_id', '=', 'd.company_id').onRef('r.domain', '=', 'd.domain'))
    .where('d.verified_at', 'is not', null)
    .where((where) => where.or([where('r.missing_since', 'is', null), where('r.missing_since', '>', missingCutoff(now))]));

/** Over all companies. */
export async function requiringCompany(tx: Tx, { domain, now }: { domain: string; now: Date }): Promise<number | undefined> {
  const row = await verifiedDomains(tx, now)
    .innerJoin('sso_settings as s', 's.company_id', 'd.company_id')
    .select('d.company_id')
    .where('d.domain', '=', domain)
    .where('s.is_active', '=', true)
    .where('s.is_enforced', '=', true)
    .executeTakeFirst();
  return row?.company_id;
}

export async function listVerified(tx: Tx, companyId: number, now: Date): Promise<ReadonlySet<string>> {
  const rows = await verifiedDomains(tx, now).select('d.domain').where('d.company_id', '=', companyId).execute();
  return new Set(rows.map(({ domain }) => domain));
}

export const saveSeen = (tx: Tx, { company_id: companyId, domain }: Pick<Domain, 'company_id' | 'domain'>, now: Date) =>
  tables(tx)
    .insertInto('sso_domain_records')
    .values({ company_id: companyId, domain, seen_at: now, missing_since: null })
    .onConflict((conflict) => conflict.columns(['company_id', 'domain']).doUpdateSet({ seen_at: now, missing_since: null }))
    .execute();

/** True if the record existed at the last check. */
export async function saveMissing(
  tx: Tx,
  { company_id: companyId, domain }: Pick<Domain, 'company_id' | 'domain'>,
  now: Date,
): Promise<boolean> {
  const row = await tables(tx)
    .updateTable('sso_domain_records')
    .set({ missing_since: now })
    .where('company_id', '=', companyId)
    .where('domain', '=', domain)
    .where('missing_since', 'is', null)
    .returning('domain')
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the company was asked before. */
export async function saveDue(
  tx: Tx,
  { company_id: companyId, domain }: Pick<Domain, 'company_id' | 'domain'>,
  now: Date,
): Promise<boolean> {
  const row = await tables(tx)
    .insertInto('sso_domain_records')
    .values({ company_id: companyId, domain, seen_at: null, missing_since: now })
    .onConflict((conflict) => conflict.columns(['company_id', 'domain']).doNothing())
    .returning('domain')
    .executeTakeFirst();
  return row !== undefined;
}

/** Over all companies. */
export async function takeUnchecked(tx: Tx, { since, now, limit }: { since: Date; now: Date; limit: number }): Promise<number[]> {
  const due = await tables(tx)
    .selectFrom('sso_settings as s')
    .leftJoin('sso_domain_checks as c', 'c.company_id', 's.company_id')
    .select('s.company_id')
    .where((where) => where.or([where('c.checked_at', 'is', null), where('c.checked_at', '<', since)]))
    .where(sql<boolean>`exists (select from companies where id = s.company_id and deleted_at is null)`)
    .orderBy(sql`c.checked_at nulls first`)
    .limit(limit)
    .execute();
  const ids = due.map(({ company_id: id }) => id);
  if (ids.length > 0)
    await tables(tx)
      .insertInto('sso_domain_checks')
      .values(ids.map((id) => ({ company_id: id, checked_at: now })))
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ checked_at: now }))
      .execute();
  return ids;
}
