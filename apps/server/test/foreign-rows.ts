import type { Installation } from './installation.ts';

interface Named {
  name: string;
  column: string;
}

/** Written asynchronously; only the user's own requests add to it. */
const notedLate = 'used_features';

/**
 * All rows of a company except `notedLate` as sorted text `table {…}`, bypassing row-level
 * security.
 */
export async function rowsOfCompany({ sql }: Pick<Installation, 'sql'>, companyId: number): Promise<string[]> {
  const tables = await sql<Named>(`
    select c.relname as name, case c.relname when 'companies' then 'id' else 'company_id' end as column
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> '${notedLate}' and (c.relname = 'companies'
      or exists (select from pg_attribute where attrelid = c.oid and attname = 'company_id' and not attisdropped))`);
  const parts = tables.map(
    ({ name, column }) => `select '${name} ' || to_jsonb(r)::text as line from ${name} r where ${column} = ${Number(companyId)}`,
  );
  const rows = await sql<{ line: string }>(`${parts.join(' union all ')} order by 1`);
  return rows.map(({ line }) => line);
}

/** Added and removed rows. */
export function changesOf(before: readonly string[], after: readonly string[]): string[] {
  const [was, is] = [new Set(before), new Set(after)];
  return [
    ...before.filter((line) => !is.has(line)).map((line) => `gone: ${line}`),
    ...after.filter((line) => !was.has(line)).map((line) => `new: ${line}`),
  ];
}
