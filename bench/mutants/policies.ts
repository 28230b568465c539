import type { Client } from 'pg';
import type { Mutant } from './mutant.ts';

export interface Policy {
  table: string;
  name: string;
  /** r: reads, a: adds, w: changes, d: deletes, *: all of it. */
  command: string;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Opens a policy to everybody; for those of one command only the half that it has. */
export const openingOf = ({ table, name, command }: Policy): string =>
  `alter policy ${quoted(name)} on ${quoted(table)}${command === 'a' ? '' : ' using (true)'}${['r', 'd'].includes(command) ? '' : ' with check (true)'}`;

/** Those that are open to everybody already guard nothing. */
export async function readPolicies(client: Client): Promise<Policy[]> {
  const { rows } = await client.query<Policy>(
    `select c.relname as table, polname as name, polcmd as command from pg_policy p join pg_class c on c.oid = p.polrelid
     where c.relnamespace = 'public'::regnamespace and concat_ws(' ', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) <> 'true'
     order by 1, 2`,
  );
  return rows;
}

/** Every policy of row-level security, open to everybody. */
export const policyMutants = (policies: readonly Policy[]): Mutant[] =>
  policies.map((policy) => ({
    kind: 'policies',
    name: `${policy.table}: ${policy.name}`,
    sql: openingOf(policy),
    guards: [{ project: 'http', files: ['platform/database/tenancy.http.test.ts'] }],
  }));
