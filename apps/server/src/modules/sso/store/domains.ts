import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { SsoTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<SsoTables>();

export type Domain = Awaited<ReturnType<typeof listDomains>>[number];

export const listDomains = (tx: Tx, companyId: number) =>
  tables(tx).selectFrom('sso_domains').selectAll().where('company_id', '=', companyId).orderBy('domain').execute();

/** Those of these domains that another company has shown to be its own. Over all companies. */
export async function takenDomains(tx: Tx, companyId: number, domains: readonly string[]): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom('sso_domains')
    .select('domain')
    .where('company_id', '!=', companyId)
    .where('verified_at', 'is not', null)
    .where('domain', '=', sql<string>`any(${domains})`)
    .orderBy('domain')
    .execute();
  return rows.map(({ domain }) => domain);
}

export const insertDomain = (tx: Tx, row: Domain) => tables(tx).insertInto('sso_domains').values(row).execute();

export const deleteDomains = (tx: Tx, companyId: number, domains: readonly string[]) =>
  tables(tx)
    .deleteFrom('sso_domains')
    .where('company_id', '=', companyId)
    .where('domain', '=', sql<string>`any(${domains})`)
    .execute();

/** Fails where another company was first. */
export const markVerified = (tx: Tx, { company_id: companyId, domain }: Pick<Domain, 'company_id' | 'domain'>, now: Date) =>
  tables(tx)
    .updateTable('sso_domains')
    .set({ verified_at: now })
    .where('company_id', '=', companyId)
    .where('domain', '=', domain)
    .where('verified_at', 'is', null)
    .execute();

export const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'sso_domains_verified';

/** The company that signs in addresses of a domain now. Over all companies. */
export const findByDomain = (tx: Tx, domain: string) =>
  tables(tx)
    .selectFrom('sso_domains as d')
    .innerJoin('sso_settings as s', 's.company_id', 'd.company_id')
    .selectAll('s')
    .where('d.domain', '=', domain)
    .where('d.verified_at', 'is not', null)
    .where('s.is_active', '=', true)
    .executeTakeFirst();

/** Whether the company has shown it to be its own. */
export async function isVerified(tx: Tx, companyId: number, domain: string): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('sso_domains')
    .select('domain')
    .where('company_id', '=', companyId)
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
