import { Client, escapeIdentifier } from 'pg';

export interface Table {
  schema: string;
  name: string;
  columns: string[];
}

/** The target has its own; search changes refer to transactions of one cluster. */
const leftOut = ['schema_migrations', 'migrations', 'application_login', 'search_changes', 'search_position'];
export const schemas = ['public', 'graphile_worker'];

export const qualified = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
export const columnList = ({ columns }: Pick<Table, 'columns'>) => columns.map(escapeIdentifier).join(', ');

export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname::text as schema, c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($2) group by 1, 2 order by 1, 2`,
    [schemas, leftOut],
  );
  return rows;
}

/**
 * The session's scope shows all companies to an owner without superuser rights, and lifts limits
 * that would end a long copy.
 */
export async function connectOwner(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, keepAlive: true });
  // The running statement reports the same error.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`
    select set_config(name, '0', false) from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout');
    select set_config('headwater.scope', 'system', false);
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set client_encoding = 'UTF8'`);
  return client;
}
