import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { interleave } from '../../../test/interleaved.ts';

const here = useInstallation();

interface Table {
  name: string;
  isOfCompany: boolean;
  isForced: boolean;
  policies: string[];
}

const tables = () =>
  here.sql<Table>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isForced",
      exists (select from pg_attribute where attrelid = c.oid and attname = 'company_id' and not attisdropped) as "isOfCompany",
      array(select concat_ws(' / ', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy
        where polrelid = c.oid and polpermissive order by polname) as policies
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);

/**
 * A policy admits rows of the company in scope, rows without a company (read only), or all rows for
 * the system.
 */
const isOfScope = (policy: string) =>
  policy
    // A subquery is evaluated once for a statement.
    .replaceAll(/\( SELECT (headwater_\w+\(\)) AS \w+\)/g, '$1')
    .split(' / ')
    .every(
      (part) =>
        /^\(*(?:company_id IS NULL\) OR \()?company_id = headwater_company\(\)\) OR headwater_is_system\(\)\)$/.test(part) ||
        part === 'headwater_is_system()',
    );

describe('row-level security', () => {
  it('is forced on every table of companies, with policies that check the company', async () => {
    const found = (await tables()).filter(({ isOfCompany }) => isOfCompany);
    expect(found.length).toBeGreaterThan(80);
    expect(found.filter(({ isForced, policies }) => !isForced || policies.length === 0)).toEqual([]);
    expect(found.filter(({ policies }) => !policies.every(isOfScope))).toEqual([]);
  });

  it('lets only the system write rows without a company', async () => {
    const open = await here.sql<{ name: string }>(`
      select c.relname as name from pg_policy p join pg_class c on c.oid = polrelid
      where polpermissive and polcmd <> 'r' and concat_ws(' ', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) ilike '%is null%'`);
    expect(open).toEqual([]);
  });

  const common = ['banned_links', 'extension_notifications', 'system_notifications'];

  it.each(common)('lets only the system write %s, which all companies share', async (table) => {
    const policies = await here.sql<{ using: string; check: string }>(
      `select pg_get_expr(polqual, polrelid) as using, pg_get_expr(polwithcheck, polrelid) as check from pg_policy
       where polrelid = $1::regclass and polcmd <> 'r'`,
      [table],
    );
    expect(policies).toEqual([{ using: 'headwater_is_system()', check: 'headwater_is_system()' }]);
    const company = await here.addCompany();
    const adding = here.application.database.inCompany(company, (tx) => sql`insert into ${sql.table(table)} default values`.execute(tx));
    await expect(adding).rejects.toThrow('row-level security');
  });

  it('is disabled only on tables without company data', async () => {
    const [forced, bare] = [true, false].map(async (isForced) =>
      (await tables()).filter((table) => !table.isOfCompany && table.isForced === isForced).map(({ name }) => name),
    );
    // Only the system writes these; all companies read them.
    expect(await forced).toEqual(common);
    // Installation facts, changed profile numbers, hashes of sign-in attempts and passkey
    // challenges, encrypted sign-ins in progress, which have no company yet, and the progress of a
    // periodic task.
    expect(await bare).toEqual([
      'application_login',
      'duplicate_changes',
      'identity_key_runs',
      'installation',
      'passkey_challenges',
      'rejected_registrations',
      'schema_migrations',
      'search_changes',
      'search_position',
      'shared_counts',
      'sign_in_attempts',
      'social_sign_ins',
      'social_steps',
      'statistics_fill',
    ]);
  });

  it('applies to views, and few functions have the rights of the owner', async () => {
    const views = await here.sql<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
         and not coalesce(reloptions, '{}') @> '{security_invoker=true}'`,
    );
    expect(views).toEqual([]);
    const functions = await here.sql(
      `select proname as name, proconfig as settings from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
    );
    const settings = ['search_path=pg_catalog, public'];
    expect(functions).toEqual(
      ['enqueue_task', 'headwater_add_statistics_months', 'headwater_delete_old_audit_entries'].map((name) => ({ name, settings })),
    );
  });

  it('binds the application role, which owns nothing and cannot change roles', async () => {
    const client = await here.application.database.pool.connect();
    try {
      const { rows } = await client.query<{ name: string }>(`
        select rolname as name from pg_roles r where pg_has_role(session_user, oid, 'member') and (rolsuper or rolbypassrls or rolcreaterole
          or exists (select from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = r.oid and deptype = 'o'))`);
      expect(rows).toEqual([]);
    } finally {
      client.release();
    }
  });
});

describe('transactions of one pool', () => {
  const count = 5_000;

  it(`see no row of another company with ${count} interleaved and aborted ones`, { timeout: 120_000 }, async () => {
    const companies = await Promise.all(Array.from({ length: 8 }, () => here.addCompany()));
    for (const id of companies) await here.addUser(id, 'worker');
    await here.sql(`insert into departments (company_id, name, created_at) select id, 'Own', now() from companies`);
    const { foreign, aborted } = await interleave(here.application.database, companies, count);
    expect(foreign).toEqual([]);
    expect(aborted).toBeGreaterThan(count / 3);
    expect(await here.sql(`select from departments where name = 'Foreign'`)).toEqual([]);
  });
});
